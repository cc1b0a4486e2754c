/** The kind of an error of Redis or of the connection. The kind decides how to react to the error. */
export type Fault = 'refused' | 'away' | 'full' | 'other';

const REFUSED = /^(?:NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR DB index|ERR AUTH)/;
const FULL = /^OOM /;
// In errors of scripts, the name may come after "ERR".
const BUSY =
  /^(?:ERR )?(?:LOADING|MISCONF|READONLY|BUSY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|UNKILLABLE|NOREPLICAS)/;
const LOST =
  /Connection is closed|aborted due to connection close|max retries per request|timeout|timed out/i;
const WAY = /^E(?:CONN|NET|HOST|TIMEDOUT|PIPE|AI_|NOTFOUND|ADDRNOTAVAIL)/;
const CERTIFICATE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|HOSTNAME_MISMATCH|EPROTO)/;

/**
 * Returns the kind of an error, which tells whether waiting may help. `refused`: a wrong password or certificate.
 * `away`: the server is down, starting or unable to write. `full`: the server has no memory left.
 */
export function faultOf(error: unknown): Fault {
  const { message = '', code = '' } = error as { message?: string; code?: unknown };
  const name = typeof code === 'string' ? code : '';
  if (REFUSED.test(message) || CERTIFICATE.test(name)) return 'refused';
  if (FULL.test(message) || message.includes('OOM command not allowed')) return 'full';
  if (WAY.test(name) || LOST.test(message) || BUSY.test(message)) return 'away';
  return 'other';
}

/** Describes an error in a few plain words. */
export function reasonOf(error: unknown): string {
  const { message = String(error), code } = error as { message?: string; code?: unknown };
  switch (code) {
    case 'ECONNREFUSED':
      return 'connection refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'no such host';
    case 'ETIMEDOUT':
      return 'no answer';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection broke';
  }
  if (message.includes('wrong version number')) return 'it does not speak TLS';
  if (message.startsWith('Unknown RESP type')) return 'it is not a Redis server';
  if (message.startsWith('WRONGPASS')) return 'wrong user or password';
  if (message.startsWith('NOAUTH')) return 'a password is needed';
  if (message.startsWith('LOADING')) return 'it is still loading its data';
  if (message.includes('OOM command not allowed')) return 'it has no memory left (maxmemory)';
  if (message.startsWith('MISCONF')) return 'it cannot write to its disk';
  return message.split('\n', 1)[0] ?? message;
}

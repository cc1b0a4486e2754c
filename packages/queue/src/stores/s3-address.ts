import { StoreError } from './store-error.ts';

/** The address of an object store (S3). */
export interface S3Address {
  readonly bucket: string;
  /** The prefix of each key in the bucket. Unless it is empty, it ends with a slash. */
  readonly prefix: string;
  /** The URL of the server; undefined for the server of AWS. */
  readonly endpoint?: string;
  readonly region?: string;
  /** The address as the user wrote it. */
  readonly shown: string;
}

const EXPECTED = 's3://BUCKET/PREFIX?endpoint=https://HOST&region=NAME';
const KEYS = ['endpoint', 'region'];

/**
 * Parses an address such as `s3://bucket/prefix?endpoint=https://host&region=name`. Everything after the bucket is
 * optional.
 * @throws StoreError STORE_INVALID
 */
export function readS3Address(text: string): S3Address {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refusal(text);
  }
  // The text is not shown, because it contains a secret.
  if (url.username !== '' || url.password !== '') {
    throw refusal('keys in the address; put them in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (url.protocol !== 's3:' || url.hostname === '') throw refusal(text);
  for (const key of url.searchParams.keys()) if (!KEYS.includes(key)) throw refusal(`?${key}`);
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) {
    throw refusal(`the endpoint ${endpoint.replace(/[^/]*@/, '***@')}`);
  }
  const region = url.searchParams.get('region');
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    shown: text,
  };
}

function refusal(found: string): StoreError {
  return new StoreError('STORE_INVALID', `store: found ${found}, expected ${EXPECTED}`);
}

import { ISOLATION } from '../../../scripts/serving/isolation.mjs';

/** Answers of these have no body, and a response that is made with one is refused. */
const WITHOUT_BODY = [101, 204, 205, 304];

/** The answer, with the headers that let the page share memory with its threads. */
export function isolated(answer: Response): Response {
  // A redirect, or an error of the network: the browser deals with it, and nobody may look into it.
  if (answer.status === 0) return answer;
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  const { status, statusText } = answer;
  const body = WITHOUT_BODY.includes(status) ? null : answer.body;
  return new Response(body, { status, statusText, headers });
}

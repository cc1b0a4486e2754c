import { ISOLATION } from '../../../scripts/serving/isolation.mjs';

/** Responses with these status codes cannot have a body. */
const WITHOUT_BODY = [101, 204, 205, 304];

/** The response with the headers that allow the page to share memory with its threads. */
export function isolated(answer: Response): Response {
  // A redirect or a network error: such responses cannot be read, and the browser handles them.
  if (answer.status === 0) return answer;
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  const { status, statusText } = answer;
  const body = WITHOUT_BODY.includes(status) ? null : answer.body;
  return new Response(body, { status, statusText, headers });
}

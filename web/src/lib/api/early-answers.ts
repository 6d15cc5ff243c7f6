import { secondMs } from '#shared/lib/durations';

interface EarlyAnswer extends Response {
  readonly arrived: number;
}

declare global {
  /** Answers to the document's requests (`earlyReadsScript`), by address and body; undefined without an answer. */
  var earlyAnswers:
    | { readonly token: string; readonly answers: Map<string, Promise<EarlyAnswer | undefined>> }
    | undefined;
}

/** Adds the age in seconds, because the answer may have waited long, and the server's time is read from it. */
const withAge = ({ body, status, headers, arrived }: EarlyAnswer): Response => {
  const age = Number(headers.get('age') ?? 0) + (performance.now() - arrived) / secondMs;
  const aged = new Headers(headers);
  aged.set('age', String(age));
  return new Response(body, { status, headers: aged });
};

/**
 * Takes the early answer of the same sign-in, once. A request that can change something removes all early answers.
 * @returns undefined where the request must be sent: no answer came, or the token could not be used
 * @throws what `signal` was aborted with
 */
export const takeEarlyAnswer = async (
  url: string,
  { method, body, headers, signal }: RequestInit,
): Promise<Response | undefined> => {
  const early = globalThis.earlyAnswers;
  const key = `${url}${typeof body === 'string' ? body : ''}`;
  const asked = early?.answers.get(key);
  if (!asked && method !== 'GET') globalThis.earlyAnswers = undefined;
  if (!asked || new Headers(headers).get('authorization') !== `Bearer ${early?.token}`) return undefined;
  early?.answers.delete(key);
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const answer = await Promise.race([asked, aborted]);
  return answer && answer.status !== 401 ? withAge(answer) : undefined;
};

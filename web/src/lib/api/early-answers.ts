import { secondMs } from '#shared/lib/durations';

interface EarlyAnswer extends Response {
  /** By `performance.now()`. */
  readonly arrived: number;
}

declare global {
  /** Answers of the API that the document has asked for (`earlyReadsScript`), by address and body; undefined where none came. */
  var earlyAnswers:
    | { readonly token: string; readonly answers: Map<string, Promise<EarlyAnswer | undefined>> }
    | undefined;
}

/** The answer with its age in seconds, from which the server's time is taken: it may have waited long for the site. */
const withAge = ({ body, status, headers, arrived }: EarlyAnswer): Response => {
  const age = Number(headers.get('age') ?? 0) + (performance.now() - arrived) / secondMs;
  const aged = new Headers(headers);
  aged.set('age', String(age));
  return new Response(body, { status, headers: aged });
};

/**
 * Takes the answer that the document has asked for in the name of the same sign-in, once. A request that it did not ask for, and that
 * may change something, ends what it knows.
 * @returns undefined where the request is to be sent: no answer came, or the token could not be used
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

declare global {
  /** Answers of the API that the document has asked for (`earlyReadsScript`), by address and body; undefined where none came. */
  var earlyAnswers:
    | { readonly token: string; readonly answers: Map<string, Promise<Response | undefined>> }
    | undefined;
}

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
  return answer?.status === 401 ? undefined : answer;
};

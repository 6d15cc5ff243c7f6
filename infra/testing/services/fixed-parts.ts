import type { HttpAnswer } from '#infra/testing/stack/test-stack';
import { offsetStartsHeader, serverNowHeader } from '#shared/contract/caching';
import type { Answer } from './invoke.ts';

/** Headers that every answer has, with the instant of the answer. */
const instants = new Set(['date', serverNowHeader, offsetStartsHeader]);

/** An answer without the values that change with every request: equal requests have equal fixed parts. */
export const fixedParts = ({ status, headers, body }: Answer | HttpAnswer): Answer => {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return {
    status,
    headers: Object.fromEntries(entries.map(([name, value]) => [name, instants.has(name) ? null : value])),
    body,
  };
};

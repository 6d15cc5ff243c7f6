import { describe, expect, it } from 'vitest';
import { type ProblemCode, problems } from '#shared/contract/errors';
import { ApiError, ConnectionError, errorText } from './api-error.ts';

const refused = (code: ProblemCode) => new ApiError(code, problems[code].status, problems[code].text);

describe('the text of a failure', () => {
  it.each(['slotFull', 'programEnded', 'priceChanged', 'notAuthenticated', 'busy'] as const)(
    "is the server's message for %s [ERR-02]",
    (code) => {
      expect(errorText(refused(code), 'Failed to create booking')).toBe(problems[code].text);
    },
  );

  it.each([
    refused('internalError'),
    refused('invalidRequest'),
    new ConnectionError(new TypeError()),
    new Error('undefined is not a function'),
    null,
  ])('is the fallback when the server has no specific message', (failure) => {
    expect(errorText(failure, 'Failed to create booking')).toBe('Failed to create booking');
  });
});

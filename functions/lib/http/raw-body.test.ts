import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import { cardEventRoutes, eventBodyBytes } from '#shared/cards/routes';
import { readRequest } from './request.ts';

const read = (body: string | undefined, isBase64Encoded = false) =>
  readRequest(cardEventRoutes.receiveCardEvent, {
    headers: { 'stripe-signature': 't=1,v1=2' },
    body,
    isBase64Encoded,
    // The gateway's other fields are not read.
  } as unknown as APIGatewayProxyEventV2);

it.each([
  ['text', '{ "a": 1 }\n', false],
  ['base 64', Buffer.from('{ "a": 1 }\n').toString('base64'), true],
])(
  'a signed body of %s is the bytes that were sent, with the header that signs it [CRD-02]',
  (_, body, isBase64) => {
    expect(read(body, isBase64)).toEqual({
      raw: { bytes: Buffer.from('{ "a": 1 }\n'), signature: 't=1,v1=2' },
    });
  },
);

it('a signed body that is too large is refused before anything looks at it [CRD-02]', () => {
  expect(read('x'.repeat(eventBodyBytes))).toBeDefined();
  expect(() => read('x'.repeat(eventBodyBytes + 1))).toThrow(
    expect.objectContaining({ code: 'payloadTooLarge' }),
  );
  // Fewer characters than bytes.
  expect(() => read('é'.repeat(eventBodyBytes - 10))).toThrow(
    expect.objectContaining({ code: 'payloadTooLarge' }),
  );
});

it('a body that nobody sent is empty [CRD-02]', () => {
  expect(read(undefined)).toMatchObject({ raw: { bytes: Buffer.alloc(0) } });
});

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiEvent } from '#infra/testing/services/invoke';
import { cardEventRoutes, eventBodyBytes } from '#shared/cards/routes';
import { originKeyHeader, readRequest, sourceIpOf, sourceNetworkOf } from './request.ts';

const key = 'known-to-the-distribution';
const viewer = '203.0.113.9';
const edge = '198.51.100.1';

const find = (headers: Record<string, string>, sourceIp: string) =>
  sourceIpOf(apiEvent({ route: 'signUp', headers, sourceIp }), key);

describe('the source address of a request', () => {
  it.each([
    ['through CloudFront', `${viewer}, ${edge}`],
    ['through CloudFront, with entries of the client', `10.0.0.1, evil, ${viewer}, ${edge}`],
  ])('%s is the entry that CloudFront adds', (_, forwarded) => {
    expect(find({ 'x-forwarded-for': forwarded, [originKeyHeader]: key }, edge)).toBe(viewer);
  });

  it.each([
    ['without entries', {}],
    ['with one entry', { 'x-forwarded-for': edge }],
    ['with an empty entry', { 'x-forwarded-for': `, ${edge}` }],
  ])('with the key, but %s, is that of the connection', (_, headers: Record<string, string>) => {
    expect(find({ ...headers, [originKeyHeader]: key }, edge)).toBe(edge);
  });

  it.each([
    ['no key', {}],
    ['an empty key', { [originKeyHeader]: '' }],
    ['a wrong key', { [originKeyHeader]: 'guessed-by-somebody-else' }],
    ['the beginning of the key', { [originKeyHeader]: key.slice(0, -1) }],
  ])('with %s is that of the connection, whatever the header says', (_, headers: Record<string, string>) => {
    expect(find({ 'x-forwarded-for': `10.0.0.1, ${edge}`, ...headers }, viewer)).toBe(viewer);
  });
});

it('the header is ignored without a configured key', () => {
  const headers = { 'x-forwarded-for': `10.0.0.1, ${edge}`, [originKeyHeader]: '' };
  expect(sourceIpOf(apiEvent({ route: 'signUp', headers, sourceIp: viewer }), undefined)).toBe(viewer);
});

it.each([
  ['192.0.2.7', '192.0.2.7', undefined],
  ['::ffff:192.0.2.7', '192.0.2.7', undefined],
  ['::FFFF:c000:207', '192.0.2.7', undefined],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7', undefined],
  ['0000:0000:0000:0000:0000:ffff:c000:0207', '192.0.2.7', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['not an address', 'not an address', undefined],
])('counts %s as %s and %s', (ip, network, widerNetwork) => {
  expect(sourceNetworkOf(ip)).toEqual({ network, widerNetwork });
});

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });

it.each([
  [4, 'network'],
  [3, 'widerNetwork'],
] as const)('counts two addresses as one exactly if their first %i groups agree, as %s', (length, kind) => {
  const prefix = groups(length);
  const host = groups(8 - length);
  fc.assert(
    fc.property(prefix, host, prefix, host, (one, end, other, otherEnd) => {
      const networkOf = (...parts: string[][]) => sourceNetworkOf(parts.flat().join(':'))[kind];
      expect(networkOf(one, otherEnd)).toBe(networkOf(one, end));
      expect(networkOf(other, end) === networkOf(one, end)).toBe(one.join() === other.join());
    }),
  );
});

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

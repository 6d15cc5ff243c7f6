import { describe, expect, it } from 'vitest';
import { apiEvent } from '#infra/testing/services/invoke';
import { originKeyHeader, sourceIpOf } from './source-ip.ts';

const key = 'known-to-the-distribution';
const viewer = '203.0.113.9';
const edge = '198.51.100.1';

const find = (headers: Record<string, string>, sourceIp: string) =>
  sourceIpOf(apiEvent({ route: 'signUp', headers, sourceIp }), key);

describe('who calls', () => {
  it.each([
    ['through CloudFront', `${viewer}, ${edge}`],
    ['through CloudFront, with entries of their own', `10.0.0.1, evil, ${viewer}, ${edge}`],
  ])('%s is found in what CloudFront adds', (_, forwarded) => {
    expect(find({ 'x-forwarded-for': forwarded, [originKeyHeader]: key }, edge)).toBe(viewer);
  });

  it.each([
    ['with nothing added', {}],
    ['with one entry', { 'x-forwarded-for': edge }],
    ['with an empty entry', { 'x-forwarded-for': `, ${edge}` }],
  ])('through something with the key, %s, is the connection', (_, headers: Record<string, string>) => {
    expect(find({ ...headers, [originKeyHeader]: key }, edge)).toBe(edge);
  });

  it.each([
    ['no key', {}],
    ['an empty key', { [originKeyHeader]: '' }],
    ['a wrong key', { [originKeyHeader]: 'guessed-by-somebody-else' }],
    ['the beginning of the key', { [originKeyHeader]: key.slice(0, -1) }],
  ])(
    'past CloudFront with %s is the connection, whatever they invent',
    (_, headers: Record<string, string>) => {
      expect(find({ 'x-forwarded-for': `10.0.0.1, ${edge}`, ...headers }, viewer)).toBe(viewer);
    },
  );
});

it('nobody is believed where no key is known', () => {
  const headers = { 'x-forwarded-for': `10.0.0.1, ${edge}`, [originKeyHeader]: '' };
  expect(sourceIpOf(apiEvent({ route: 'signUp', headers, sourceIp: viewer }), undefined)).toBe(viewer);
});

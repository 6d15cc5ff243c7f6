import { describe, expect, it } from 'vitest';
import { apiEvent } from '#infra/testing/services/invoke';
import { originKeyHeader, sourceIpOf } from './request.ts';

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

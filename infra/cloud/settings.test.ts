import { App } from 'aws-cdk-lib';
import { expect, it } from 'vitest';
import { brand } from '#shared/brand';
import { readSettings } from './settings.ts';

const read = (context: Record<string, string>) => readSettings(new App({ context }).node);

it('needs nothing but the brand for a first deployment', () => {
  expect(read({})).toEqual({
    stage: 'dev',
    mailFrom: expect.stringContaining('@'),
    businessTimeZone: 'Europe/London',
  });
});

it('sends as the brand in prod, and as a part of its domain in dev: one account signs mail for a domain once', () => {
  expect(read({ stage: 'prod' }).mailFrom).toBe(brand.contact.email);
  expect(read({ stage: 'dev' }).mailFrom).toBe(brand.contact.email.replace('@', '@dev.'));
});

it('takes what the command line gives', () => {
  const given = {
    stage: 'prod',
    mailFrom: 'bookings@club.example',
    businessTimeZone: 'America/New_York',
    domainName: 'club.example',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/abc',
    webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/site/abc',
  };
  expect(read(given)).toEqual(given);
});

it.each([
  ['an unknown stage', { stage: 'test' }, 'stage'],
  ['a sender that is no address', { mailFrom: 'club.example' }, 'mailFrom'],
  ['a time zone that does not exist', { businessTimeZone: 'Europe/Atlantis' }, 'not an IANA time zone'],
  [
    'a certificate where CloudFront cannot use it',
    { certificateArn: 'arn:aws:acm:eu-west-2:1:certificate/a', domainName: 'club.example' },
    'certificateArn',
  ],
  [
    'a firewall where CloudFront cannot use it',
    { webAclArn: 'arn:aws:wafv2:eu-west-2:111122223333:regional/webacl/site/abc' },
    'webAclArn',
  ],
  ['a domain without a certificate', { domainName: 'club.example' }, 'come together'],
])('refuses %s', (_, context, message) => {
  expect(() => read(context)).toThrow(message);
});

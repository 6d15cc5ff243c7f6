import { describe, expect, it } from 'vitest';
import { prod } from './prod.ts';
import { parseSettings, readSettings } from './read-settings.ts';

describe('the settings of a stage', () => {
  it.each(['dev', 'prod'])('are valid as committed: %s', (stage) => {
    expect(readSettings(stage)).toMatchObject({ stage, mailFrom: expect.stringContaining('@') });
  });

  it('are those of dev without a stage', () => {
    expect(readSettings().stage).toBe('dev');
  });

  it.each([
    ['a sender that is no address', { mailFrom: 'club.example' }, 'mailFrom'],
    ['a time zone that does not exist', { businessTimeZone: 'Europe/Atlantis' }, 'not an IANA time zone'],
    ['a throttle of zero', { throttle: { perSecond: 0, burst: 1 } }, 'throttle.perSecond'],
    [
      'a rate that the firewall does not accept',
      { accountRequestsPerAddress: 9 },
      'accountRequestsPerAddress',
    ],
    [
      'a certificate in a region that CloudFront does not support',
      { domain: { name: 'club.example', certificateArn: 'arn:aws:acm:eu-west-2:1:certificate/a' } },
      'domain.certificateArn',
    ],
    [
      'a domain with a scheme',
      { domain: { ...prod.domain, name: 'https://club.example' } },
      'not a host name',
    ],
    ['a picture host with a path', { pictureHosts: ['club.example/pictures'] }, 'pictureHosts.0'],
    ['a wildcard of picture hosts', { pictureHosts: ['*.example'] }, 'pictureHosts.0'],
    ['a domain without a certificate', { domain: { name: 'club.example' } }, 'domain.certificateArn'],
    ['an account that is no account', { account: '1111-2222-3333' }, 'not the 12 digits'],
    ['an availability zone for a region', { region: 'eu-west-2a' }, 'not an AWS region'],
    [
      'a share of more emails than SES takes',
      { mailRate: { quota: 10, perSecond: 11, reserved: 1 } },
      'more than the quota',
    ],
    [
      'a share without any for messages',
      { mailRate: { quota: 10, perSecond: 3, reserved: 3 } },
      'nothing is left',
    ],
    ['a setting that does not exist', { alarmMail: 'alarms@club.example' }, 'alarmMail'],
  ])('are refused with %s', (_, wrong, message) => {
    expect(() => parseSettings('prod', { ...prod, ...wrong })).toThrow(message);
  });

  it('are refused without a key that has no default', () => {
    const { mailFrom: _, ...incomplete } = prod;
    expect(() => parseSettings('prod', incomplete)).toThrow('mailFrom');
  });
});

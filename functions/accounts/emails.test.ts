import { describe, expect, it } from 'vitest';
import { paths } from '#shared/paths';
import { accountExistsEmail, resetPasswordEmail, verifyEmail } from './emails.ts';

const siteUrl = 'https://classes.example.com';
const token = 'aB3-_'.repeat(8);
const verification = `${siteUrl}${paths.verifyEmail}?token=${token}`;
const reset = `${siteUrl}${paths.auth}?token=${token}&next=1#type=recovery`;

const escaped = (url: string): string => url.replaceAll('&', '&amp;');

describe.each([
  ['the verification', verifyEmail({ link: verification, expiresInHours: 24, siteUrl }), verification],
  ['the password reset', resetPasswordEmail({ link: reset, expiresInHours: 1, siteUrl }), reset],
  ['the hint at an existing account', accountExistsEmail(siteUrl), `${siteUrl}${paths.login}`],
])('%s', (_, mail, link) => {
  it('has its link in a button and as text', () => {
    expect(mail.html.split(`href="${escaped(link)}"`)).toHaveLength(3);
    expect(mail.html).toContain(`>${escaped(link)}</a>`);
    expect(mail.text.split(link)).toHaveLength(2);
  });

  it('tells recipients in HTML and text to ignore an email that they did not request', () => {
    expect(mail.html).toContain('ignore this email');
    expect(mail.text).toContain('ignore this email');
  });
});

it.each([
  ['a verification', verifyEmail({ link: verification, expiresInHours: 24, siteUrl }), '24 hours'],
  ['a reset', resetPasswordEmail({ link: reset, expiresInHours: 1, siteUrl }), '1 hour.'],
])('states how long %s link is valid [AUT-32]', (_, { html, text }, time) => {
  for (const body of [html, text]) expect(body).toContain(time);
});

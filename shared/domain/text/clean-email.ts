import { cleanLine, dashes } from './clean-text.ts';

/** A domain in letters of any language, as mail servers know it: "müller.de" is "xn--mller-kva.de". */
const toAsciiDomain = (domain: string): string => {
  if (!/[^\0-\x7F]/.test(domain) || !/^[\p{L}\p{M}\p{N}\p{Join_Control}.。-]+$/u.test(domain)) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
};

/** Hyphens and apostrophes of documents and phones as those of ASCII: an address has no others. */
export const plainEmailSigns = (text: string): string =>
  text.replace(dashes, '-').replace(/[\u2018\u2019\u02BC]/gu, "'");

/** An address as it is stored: in lower case, because user names of the user pool are case-insensitive. */
export const cleanEmail = (text: string): string => {
  const email = plainEmailSigns(cleanLine(text.normalize('NFKC'))).toLowerCase();
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + toAsciiDomain(email.slice(at));
};

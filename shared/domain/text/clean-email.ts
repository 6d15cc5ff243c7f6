import { cleanLine } from './clean-text.ts';

/** A domain in letters of any language, as mail servers know it: "müller.de" is "xn--mller-kva.de". */
const toAsciiDomain = (domain: string): string => {
  if (!/[^\0-\x7F]/.test(domain) || /[\s/?#:@\\[\]%<>"]/.test(domain)) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
};

/** An address as it is stored: in lower case, because user names of the user pool are case-insensitive. */
export const cleanEmail = (text: string): string => {
  const email = cleanLine(text.normalize('NFKC')).toLowerCase();
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + toAsciiDomain(email.slice(at));
};

import { plainDigits } from './clean-text.ts';

/** What to say about a text that is no code. */
export const noCodeText = 'Please enter the 6 digits that your app shows';

/** The code of an authenticator app as typed, perhaps in groups, in the digits of any script: six of 0 to 9, or undefined. */
export const readAuthenticatorCode = (typed: string): string | undefined => {
  const code = plainDigits(typed.slice(0, 100)).replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : undefined;
};

/** What to say about a text that is no code. */
export const noCodeText = 'Please enter the 6 digits that your app shows';

/** The code of an authenticator app as typed, perhaps in groups: six digits, or undefined. */
export const readAuthenticatorCode = (typed: string): string | undefined => {
  const code = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : undefined;
};

/** Crockford's base 32, without letters that are read as digits. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const groups = /^(.{4})(.{4})(.{4})(.{4})$/;

/** 16 characters, 80 bits, as a person reads them: `ABCD-EFGH-JKMN-PQRS`. */
export const formatRecoveryCode = (code: string): string => code.replace(groups, '$1-$2-$3-$4');

/** A recovery code as typed: the 16 characters, with I and L for 1 and O for 0; undefined for anything else. */
export const readRecoveryCode = (typed: string): string | undefined => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0');
  return code.length === 16 && [...code].every((letter) => recoveryAlphabet.includes(letter))
    ? code
    : undefined;
};

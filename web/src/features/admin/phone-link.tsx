/** The address that calls a phone number. */
export const phoneLink = (number: string): string => `tel:${number.replaceAll(/[^+\d]/g, '')}`;

/** A phone number that can be called; "N/A" if it is missing (ADM-36). */
export const PhoneLink = ({ phone }: { readonly phone: string | null | undefined }) => {
  const number = phone?.trim();
  return number ? <a href={phoneLink(number)}>{number}</a> : 'N/A';
};

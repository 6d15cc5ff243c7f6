import { callLink } from '#shared/domain/text/phone-number';

/** A phone number that can be called; "N/A" if it is missing (ADM-36). */
export const PhoneLink = ({ phone }: { readonly phone: string | null | undefined }) => {
  const number = phone?.trim();
  if (!number) return 'N/A';
  const link = callLink(number);
  return link ? <a href={link}>{number}</a> : number;
};

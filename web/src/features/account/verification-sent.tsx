import { MailCheck } from 'lucide-react';
import { Notice } from '../../components/notice.tsx';

/** Shown after a sign-up; the same for an address that already has an account (AUT-19, AUT-23). */
export const VerificationSent = ({ email }: { readonly email: string }) => (
  <Notice tone="brand" icon={MailCheck} mb="5">
    We have sent a link to {email}. Open it to verify your address, then log in here.
  </Notice>
);

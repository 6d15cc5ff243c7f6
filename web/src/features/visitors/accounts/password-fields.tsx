import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { accountRoutes } from '#shared/accounts/routes';
import { limits } from '#shared/limits';
import { css } from '#styled-system/css';
import { TextField } from '../../../components/fields.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';

const hidden = css({
  position: 'absolute',
  width: '[1px]',
  height: '[1px]',
  opacity: '0',
  pointerEvents: 'none',
});

/** Only password managers see the address; without it they store the password for no account or another one. */
export const UserNameField = ({ token }: { readonly token: string }) => {
  const { data } = useQuery({
    queryKey: [accountRoutes.getLinkedAddress.path, token],
    // The form also works without an answer, so a failure is not shown.
    queryFn: ({ signal }) => callRoute(accountRoutes.getLinkedAddress, { body: { token } }, { signal }),
    enabled: token !== '',
    staleTime: 'static',
  });
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      readOnly
      tabIndex={-1}
      aria-hidden
      value={data?.email ?? ''}
      className={hidden}
    />
  );
};

/** Password managers propose a password. */
export const NewPasswordField = (
  field: Pick<ComponentProps<typeof TextField>, 'error' | 'name' | 'onBlur' | 'onChange' | 'ref'> & {
    readonly label?: string;
  },
) => (
  <TextField
    label="Password"
    type="password"
    autoComplete="new-password"
    hint={`At least ${limits.passwordMinLength} characters`}
    required
    {...field}
  />
);

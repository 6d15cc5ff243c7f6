import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { adultRoutes } from '#shared/accounts/adult-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import {
  type FamilyMember,
  familyRoleNames,
  inviteAdultSchema,
  type MyFamily,
} from '#shared/families/members';
import type { UserId } from '#shared/lib/ids';
import { TextField } from '../../../components/fields.tsx';
import {
  IdentityFields,
  identityFields,
  noIdentity,
  useIdentity,
} from '../../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';

const changes = [familyRoutes.getMyFamily];

const schema = z.extend(inviteAdultSchema, identityFields);

/** The second adult sees the children, so the password is asked for (ADT-01). */
const InviteForm = () => {
  const form = useSchemaForm(schema, { email: '', ...noIdentity });
  const field = fieldsOf(form);
  const identity = useIdentity(form);
  const inviting = useSubmission({
    send: async ({ password, code, ...body }: z.infer<typeof schema>) => {
      if (!(await identity.confirm({ password, code }))) return { isSent: false };
      await callRoute(adultRoutes.inviteAdult, { body });
      return { isSent: true };
    },
    failure: 'Failed to send the invitation',
    changes,
    onDone: ({ isSent }) => {
      if (!isSent) return;
      form.reset();
      showToast({ type: 'success', title: 'Invitation sent' });
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(inviting.submit)} aria-label="Invite a second adult">
      <Stack gap="4">
        <Text>
          A second adult has a login of their own, and sees and changes the same children, bookings and
          payments. Your email and phone number stay yours.
        </Text>
        <TextField
          label="Their Email"
          type="email"
          autoComplete="off"
          autoFocus
          required
          {...field('email')}
        />
        <IdentityFields field={field} needsCode={identity.needsCode} />
        <Button type="submit" disabled={inviting.isPending} alignSelf={{ sm: 'start' }}>
          {inviting.isPending ? 'Sending...' : 'Send Invitation'}
        </Button>
      </Stack>
    </form>
  );
};

/** The form asks for the password, so a button opens it. */
const Invite = () => {
  const [isShown, setIsShown] = useState(false);
  if (isShown) return <InviteForm />;
  return (
    <Button type="button" variant="outline" alignSelf="start" onClick={() => setIsShown(true)}>
      Invite a second adult
    </Button>
  );
};

const Invited = ({ email, valid_until }: NonNullable<MyFamily['invitation']>) => {
  const withdrawing = useSubmission({
    send: () => callRoute(adultRoutes.withdrawAdultInvitation, {}),
    failure: 'Failed to withdraw the invitation',
    changes,
    onDone: () => showToast({ type: 'success', title: 'Invitation withdrawn' }),
  });
  return (
    <Stack gap="2" align="start">
      <Text overflowWrap="anywhere">
        {email} is invited, until {businessDate(valid_until)}.
      </Text>
      <Button
        type="button"
        variant="outline"
        disabled={withdrawing.isPending}
        onClick={() => withdrawing.submit(undefined)}
      >
        Withdraw Invitation
      </Button>
    </Stack>
  );
};

const MoneyMails = ({ members, money_mails }: Pick<MyFamily, 'members' | 'money_mails'>) => {
  const choosing = useSubmission({
    send: (chosen: UserId) => callRoute(familyRoutes.chooseMoneyMails, { body: { money_mails: chosen } }),
    failure: 'Failed to save who gets the emails about money',
    changes,
    onDone: () => showToast({ type: 'success', title: 'Saved' }),
  });
  const payer = members.find(({ id }) => id === money_mails);
  const other = members.find(({ id }) => id !== money_mails);
  return (
    <Stack gap="2" align="start">
      <Text overflowWrap="anywhere">
        Both of you get the emails about sessions. Those about money go to {payer?.full_name}.
      </Text>
      {other && (
        <Button
          type="button"
          variant="outline"
          disabled={choosing.isPending}
          onClick={() => choosing.submit(other.id)}
        >
          Send those about money to {other.full_name}
        </Button>
      )}
    </Stack>
  );
};

const EndAccess = ({ members }: { readonly members: readonly FamilyMember[] }) => {
  const [isAsking, setIsAsking] = useState(false);
  const adult = members.find(({ family_role }) => family_role === 'adult');
  const leaves = adult?.is_caller === true;
  const ending = useSubmission({
    send: () => callRoute(adultRoutes.endAdultAccess, {}),
    failure: 'Failed to end the access',
    changes,
    onDone: () => {
      setIsAsking(false);
      showToast({ type: 'success', title: leaves ? 'You left the family' : 'Access ended' });
    },
  });
  if (!adult) return null;
  const title = leaves ? 'Leave this family?' : `End the access of ${adult.full_name}?`;
  return (
    <>
      <Button type="button" variant="outline" color="danger.fg" onClick={() => setIsAsking(true)}>
        {leaves ? 'Leave Family' : 'End Access'}
      </Button>
      <Modal title={title} isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <Stack gap="5">
          <Text>
            {leaves
              ? 'You no longer see the children, bookings and payments. Your login stays. Your calendar links and the links in your emails end; those of the other adult stay.'
              : `${adult.full_name} no longer sees the children, bookings and payments. The calendar links of ${adult.full_name} and the links in emails to that address end; yours stay.`}
          </Text>
          <ModalButtons onCancel={() => setIsAsking(false)}>
            <Button
              type="button"
              colorPalette="danger"
              disabled={ending.isPending}
              onClick={() => ending.submit(undefined)}
            >
              {leaves ? 'Leave Family' : 'End Access'}
            </Button>
          </ModalButtons>
        </Stack>
      </Modal>
    </>
  );
};

export const MembersSection = ({ members, invitation, money_mails }: MyFamily) => {
  const headingId = useId();
  const isHolder = members.some(({ is_caller, family_role }) => is_caller && family_role === 'holder');
  return (
    <section aria-labelledby={headingId}>
      <Card.Root size="lg">
        <Card.Body gap="4">
          <Card.Title id={headingId}>Adults</Card.Title>
          <Stack as="ul" gap="1" listStyleType="none">
            {members.map(({ id, full_name, family_role, is_caller }) => (
              <Text as="li" key={id} overflowWrap="anywhere">
                {full_name}, {familyRoleNames[family_role]}
                {is_caller ? ' (you)' : ''}
              </Text>
            ))}
          </Stack>
          {members.length > 1 ? (
            <>
              <MoneyMails members={members} money_mails={money_mails} />
              <EndAccess members={members} />
            </>
          ) : (
            isHolder && (invitation ? <Invited {...invitation} /> : <Invite />)
          )}
        </Card.Body>
      </Card.Root>
    </section>
  );
};

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountRoutes, deleteAccountSchema, deletionWord } from '#shared/accounts/routes';
import { brand } from '#shared/brand';
import { familyRoutes } from '#shared/contract/family-routes';
import { balanceText } from '#shared/ledger/ledger-lines';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { centsSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { policies } from '#shared/policies';
import { TextField } from '../../../components/fields.tsx';
import {
  IdentityFields,
  IdentityForm,
  identityFields,
  noIdentity,
  useIdentity,
} from '../../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { bookingsQuery } from '../../../lib/api/family-queries.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { fieldsOf, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { dropSignIn } from '../../../lib/sign-in/auth.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { isCancellable } from '../booking/cancellation-text.ts';
import { waitingQuery } from '../waiting/waiting-section.tsx';

const ledgerQuery = routeQuery(familyRoutes.getMyLedger, {}, 'Failed to load your balance');

const deletionSchema = z.extend(deleteAccountSchema, identityFields);

interface PrivacySectionProps {
  /** The family of a second adult stays when the account goes (FID-07). */
  readonly isSecondAdult: boolean;
}

interface DeleteAccountDialogProps extends PrivacySectionProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const DeleteAccountDialog = ({ isOpen, onClose, isSecondAdult }: DeleteAccountDialogProps) => (
  <Modal title="Delete your account?" isOpen={isOpen} onClose={onClose}>
    <DeleteAccountForm onCancel={onClose} isSecondAdult={isSecondAdult} />
  </Modal>
);

/** What the deletion does not settle: balance, coming bookings, and ranks on waiting lists (END-12). */
const Reckoning = () => {
  const { data: account } = useQuery(ledgerQuery);
  const { data } = useQuery(bookingsQuery);
  const { data: waiting } = useQuery(waitingQuery);
  if (!account || !data || !waiting)
    return <Text color="fg.muted">Looking up your bookings and your balance...</Text>;
  const coming = data.bookings.filter(isCancellable);
  const credit = coming.reduce((sum, { ending }) => sum + ending.credit, 0);
  return (
    <Text fontWeight="bold">
      {coming.length === 0
        ? 'You have no bookings with sessions to come.'
        : `You have ${counted(coming.length, 'booking', 'bookings')} with sessions to come: by their terms ${formatCents(centsSchema.parse(credit))} is credited.`}{' '}
      {waiting.entries.length > 0 &&
        `You lose your rank on ${counted(waiting.entries.length, 'waiting list', 'waiting lists')}. `}
      {balanceText(account)}. Amounts stay in our books without your name for {policies.money.retentionYears}{' '}
      years.
    </Text>
  );
};

interface DeleteAccountFormProps extends PrivacySectionProps {
  readonly onCancel: () => void;
}

const DeleteAccountForm = ({ onCancel, isSecondAdult }: DeleteAccountFormProps) => {
  const navigate = useNavigate();
  const form = useSchemaForm(deletionSchema, noIdentity);
  const field = fieldsOf(form);
  const identity = useIdentity(form);
  const deletion = useSubmission({
    send: async ({ password, code, ...body }: z.infer<typeof deletionSchema>) => {
      if (!(await identity.confirm({ password, code }))) return { isDeleted: false };
      await callRoute(accountRoutes.deleteMyAccount, { body });
      return { isDeleted: true };
    },
    failure: 'Failed to delete your account',
    onDone: ({ isDeleted }) => {
      if (!isDeleted) return;
      dropSignIn({ byChoice: true });
      showToast({ type: 'success', title: 'Your account has been deleted' });
      navigate(paths.home);
    },
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(deletion.submit)}>
      <Stack gap="5">
        <Text>
          {isSecondAdult
            ? 'Your details will be deleted. The children and the bookings stay with the other adult. This cannot be undone.'
            : 'Your details and your children will be deleted. Your bookings are cancelled. This cannot be undone.'}
        </Text>
        {!isSecondAdult && <Reckoning />}
        <TextField
          label={`Type ${deletionWord} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('confirmation')}
        />
        <IdentityFields field={field} needsCode={identity.needsCode} />
        <ModalButtons onCancel={onCancel}>
          <Button type="submit" colorPalette="danger" disabled={deletion.isPending}>
            {deletion.isPending ? 'Deleting...' : 'Delete Account'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};

interface DownloadDataDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const DownloadDataDialog = ({ isOpen, onClose }: DownloadDataDialogProps) => (
  <Modal title="Download my data" isOpen={isOpen} onClose={onClose}>
    <IdentityForm
      send={() => callRoute(familyRoutes.exportMyData, {})}
      failure="Failed to download your data"
      onDone={(data) => {
        const name = `${brand.name.toLowerCase()}-my-data-${businessToday()}.json`;
        saveFile(name, JSON.stringify(data, null, 2));
        onClose();
      }}
      buttons={(isPending) => (
        <ModalButtons onCancel={onClose}>
          <Button type="submit" colorPalette="accent" disabled={isPending}>
            {isPending ? 'Downloading...' : 'Download'}
          </Button>
        </ModalButtons>
      )}
    >
      <Text>
        One file about your family: details, children, bookings and their history, charges and payments, and
        waiting lists. A newsletter that you receive is not in it.
      </Text>
      <Text>Please enter your password, so that nobody else downloads your data.</Text>
    </IdentityForm>
  </Modal>
);

export const PrivacySection = ({ isSecondAdult }: PrivacySectionProps) => {
  const headingId = useId();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isDownloading, setIsDownloading] = useState(false);
  return (
    <section aria-labelledby={headingId}>
      <Card.Root size="lg">
        <Card.Body gap="4">
          <Card.Title id={headingId}>Your Data</Card.Title>
          {/* What each does is said in its dialog, before the password. */}
          <HStack gap="3" wrap="wrap">
            <Button type="button" variant="outline" onClick={() => setIsDownloading(true)}>
              <Download size="1.2em" aria-hidden />
              Download my data
            </Button>
            <Button type="button" variant="outline" color="danger.fg" onClick={() => setIsDeleting(true)}>
              Delete my account
            </Button>
          </HStack>
        </Card.Body>
      </Card.Root>
      <DownloadDataDialog isOpen={isDownloading} onClose={() => setIsDownloading(false)} />
      <DeleteAccountDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        isSecondAdult={isSecondAdult}
      />
    </section>
  );
};

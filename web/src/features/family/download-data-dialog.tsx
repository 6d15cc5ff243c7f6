import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import * as z from 'zod/mini';
import { brand } from '#shared/brand';
import { familyRoutes } from '#shared/contract/family-routes';
import { Button } from '../../components/button.tsx';
import { IdentityFields } from '../../components/identity-fields.tsx';
import { Modal } from '../../components/modal.tsx';
import { ModalButtons } from '../../components/modal-buttons.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { identityFields, noIdentity, useIdentity } from '../../lib/sign-in/use-identity.ts';
import { businessToday } from '../../lib/time/today.ts';

const formSchema = z.object(identityFields);

interface DownloadDataDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Downloads all stored data of the family, after the password was entered again. */
export const DownloadDataDialog = ({ isOpen, onClose }: DownloadDataDialogProps) => (
  <Modal title="Download my data" isOpen={isOpen} onClose={onClose}>
    <DownloadDataForm onClose={onClose} />
  </Modal>
);

const DownloadDataForm = ({ onClose }: Pick<DownloadDataDialogProps, 'onClose'>) => {
  const form = useSchemaForm(formSchema, noIdentity);
  const { register, handleSubmit, formState } = form;
  const identity = useIdentity(form);
  const download = useSubmission({
    send: async (credentials: z.infer<typeof formSchema>) =>
      (await identity.confirm(credentials)) ? callRoute(familyRoutes.exportMyData, {}) : undefined,
    failure: 'Failed to download your data',
    onDone: (data) => {
      if (!data) return;
      saveFile(`${brand.name.toLowerCase()}-my-data-${businessToday()}.json`, JSON.stringify(data, null, 2));
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit(download.submit)}>
      <Stack gap="5">
        <Text>Please enter your password, so that nobody else downloads your data.</Text>
        <IdentityFields
          password={{ error: formState.errors.password?.message, ...register('password') }}
          code={
            identity.needsCode ? { error: formState.errors.code?.message, ...register('code') } : undefined
          }
        />
        <ModalButtons onCancel={onClose}>
          <Button type="submit" variant="accent" disabled={download.isPending}>
            {download.isPending ? 'Downloading...' : 'Download'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};

import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import * as z from 'zod/mini';
import { brand } from '#shared/brand';
import { familyRoutes } from '#shared/contract/family-routes';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { ModalButtons } from '../../components/modal-buttons.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { confirmPassword } from '../../lib/sign-in/auth.ts';
import { businessToday } from '../../lib/time/today.ts';
import { currentPasswordSchema, wrongPassword } from './current-password.ts';
import { CurrentPasswordField } from './current-password-field.tsx';

const formSchema = z.object({ password: currentPasswordSchema });

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
  const { register, handleSubmit, formState, setError } = useSchemaForm(formSchema, { password: '' });
  const download = useSubmission({
    send: async ({ password }: z.infer<typeof formSchema>) =>
      (await confirmPassword(password)) ? callRoute(familyRoutes.exportMyData, {}) : undefined,
    failure: 'Failed to download your data',
    onDone: (data) => {
      if (!data) return setError('password', { message: wrongPassword }, { shouldFocus: true });
      saveFile(`${brand.name.toLowerCase()}-my-data-${businessToday()}.json`, JSON.stringify(data, null, 2));
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit(download.submit)}>
      <Stack gap="5">
        <Text>Please enter your password, so that nobody else downloads your data.</Text>
        <CurrentPasswordField error={formState.errors.password?.message} {...register('password')} />
        <ModalButtons onCancel={onClose}>
          <Button type="submit" variant="accent" disabled={download.isPending}>
            {download.isPending ? 'Downloading...' : 'Download'}
          </Button>
        </ModalButtons>
      </Stack>
    </form>
  );
};

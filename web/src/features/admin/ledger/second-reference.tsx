import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { UserId } from '#shared/schemas/ids';
import {
  type SecondReference as Reference,
  setSecondReferenceSchema,
} from '#shared/schemas/second-reference';
import { Button } from '../../../components/button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';
import { EntryFormFrame } from './entry-form-frame.tsx';

interface SecondReferenceProps {
  readonly parentId: UserId;
  readonly present: Reference | null;
}

/** Sets, changes or removes the second reference by which payments of a family are found (BNK-03). */
export const SecondReference = (props: SecondReferenceProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button type="button" variant="outline" alignSelf="start" onClick={() => setIsOpen(true)}>
        {props.present ? 'Change Second Reference' : 'Add Second Reference'}
      </Button>
      <Modal role="dialog" title="Second Reference" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {isOpen && <ReferenceForm {...props} onClose={() => setIsOpen(false)} />}
      </Modal>
    </>
  );
};

const failure = 'Failed to save the reference';

const ReferenceForm = ({
  parentId,
  present,
  onClose,
}: SecondReferenceProps & { readonly onClose: () => void }) => {
  const { register, formState, handleSubmit, setError } = useSchemaForm(setSecondReferenceSchema, {
    second_reference: present ?? '',
  });
  const { submit, isPending, error } = useSubmission({
    send: (body: { readonly second_reference: Reference | null }) =>
      callRoute(adminRoutes.setSecondReference, { params: { parentId }, body }),
    failure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Reference saved' });
      onClose();
    },
    onFailed: (failed) => showIssues(failed, setError),
  });
  return (
    <EntryFormFrame
      submitLabel="Save"
      onSubmit={handleSubmit(submit)}
      {...{ onClose, isPending, error, failure }}
    >
      <TextField
        label="Second reference"
        hint="Imported payments with it are this family’s, such as those of a tax-free childcare account. Empty removes it."
        autoComplete="off"
        error={formState.errors.second_reference?.message}
        {...register('second_reference')}
      />
    </EntryFormFrame>
  );
};

import { draftRoutes } from '#shared/classes/admin-routes';
import {
  type ChangedClass,
  type ClassDraft,
  type CreateClass,
  draftValues,
} from '#shared/classes/class-input';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import type { EditOf } from '../../../components/edited-form.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { ChangeForm, DialogOf, type DialogProps } from '../dialogs.tsx';
import { useChange } from '../use-change.ts';
import { ClassFields } from './class-fields.tsx';
import { newClassSchema, useClassEdit } from './use-class-form.ts';

/** Closing the dialog keeps what was typed (TRM-01). */
export const EditDraftDialog = (dialog: DialogProps<ClassDraft>) => (
  <DialogOf {...dialog} width="72rem" title={() => 'Edit Draft'} keepsText>
    {(draft) => <EditDraftForm key={draft.id} draft={draft} onClose={dialog.onClose} />}
  </DialogOf>
);

const EditDraftForm = ({ draft, onClose }: { readonly draft: ClassDraft; readonly onClose: () => void }) => {
  const edit = useClassEdit(draft.id, draftValues(draft), newClassSchema(siteConfig().pictureHosts));
  const { form } = edit;
  const close = (now: ChangedClass): void => {
    edit.settle(now);
    onClose();
  };
  const save = useChange({
    send: (body: EditOf<ChangedClass, CreateClass>) =>
      callRoute(draftRoutes.updateDraft, { params: { classId: draft.id }, body }),
    failure: 'Failed to update the draft',
    done: 'Draft updated',
    onDone: (saved) => close(draftValues(saved)),
    isShown: edit.isShown,
    onFailed: (error) => {
      edit.onFailed(error);
      showIssues(error, form.setError);
    },
  });
  return (
    <ChangeForm
      change={edit.conflict ? { ...save, error: null } : save}
      action={['Save Draft', 'Saving...']}
      onClose={onClose}
      onSubmit={form.handleSubmit((entered) => edit.save(entered, save.submit, () => close(edit.shown)))}
    >
      {edit.conflict}
      {edit.isRestored && !edit.conflict && <DraftNotice onStartOver={edit.startOver} />}
      <ClassFields form={form} />
    </ChangeForm>
  );
};

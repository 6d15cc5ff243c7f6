import { useMemo } from 'react';
import { draftRoutes } from '#shared/classes/admin-routes';
import type { ClassDraft, CreateClass } from '#shared/classes/class-input';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { ChangeForm, DialogOf, type DialogProps } from '../dialogs.tsx';
import { useChange } from '../use-change.ts';
import { ClassFields } from './class-fields.tsx';
import { savedValues } from './class-form-values.ts';
import { newClassSchema, useClassForm } from './use-class-form.ts';

/** Edits a draft (TRM-01). Closing the dialog keeps what was typed. */
export const EditDraftDialog = (dialog: DialogProps<ClassDraft>) => (
  <DialogOf {...dialog} width="72rem" title={() => 'Edit Draft'} keepsText>
    {(draft) => <EditDraftForm key={`${draft.id}-${draft.version}`} draft={draft} onClose={dialog.onClose} />}
  </DialogOf>
);

/** After a version conflict the stored draft is loaded, and what was typed stays in the fields. */
const EditDraftForm = ({ draft, onClose }: { readonly draft: ClassDraft; readonly onClose: () => void }) => {
  const values = useMemo(() => savedValues(draft.form), [draft]);
  const { form, isRestored, startOver, discardDraft } = useClassForm<CreateClass>(
    newClassSchema(siteConfig().pictureHosts),
    { id: draft.id, values },
  );
  const save = useChange({
    send: (entered: CreateClass) =>
      callRoute(draftRoutes.updateDraft, {
        params: { classId: draft.id },
        body: { version: draft.version, form: entered },
      }),
    failure: 'Failed to update the draft',
    done: 'Draft updated',
    onDone: () => {
      discardDraft();
      onClose();
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <ChangeForm
      change={save}
      action={['Save Draft', 'Saving...']}
      onClose={onClose}
      onSubmit={form.handleSubmit(save.submit)}
    >
      {isRestored && <DraftNotice onStartOver={startOver} />}
      <ClassFields form={form} />
    </ChangeForm>
  );
};

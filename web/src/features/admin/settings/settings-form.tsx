import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { type Path, useForm } from 'react-hook-form';
import { adminRoutes } from '#shared/contract/admin-routes';
import { type SettingChange, settingChanges } from '#shared/domain/text/setting-texts';
import type { SchoolSettings } from '#shared/schemas/school-settings';
import { Button } from '../../../components/button.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { createDrafts, type FormDraft } from '../../../lib/forms/form-draft.ts';
import { useFormDraft } from '../../../lib/forms/use-form-draft.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';
import { useFreshSubmission } from '../use-fresh-submission.tsx';
import { DiscountFields } from './discount-fields.tsx';
import { DueFields, HowToPayFields, LinkFields } from './settings-fields.tsx';
import { fieldOf, mergeValues, readTyped, type SettingsValues, valuesOf } from './settings-values.ts';

const stored = createDrafts<{ readonly values: SettingsValues; readonly opened: SchoolSettings }>()(
  'settings',
);

/** The form with a draft that survives leaving the screen, until it is saved or discarded. */
export const SettingsForm = ({ settings }: { readonly settings: SchoolSettings }) => {
  const [opened, setOpened] = useState(() => stored.read()?.opened ?? settings);
  const [conflict, setConflict] = useState<{
    readonly theirs: readonly SettingChange[];
    readonly mine: readonly SettingChange[];
  }>();
  const saved = useMemo(() => valuesOf(opened), [opened]);
  const draft = useMemo(
    (): FormDraft<SettingsValues> => ({
      read: () => stored.read()?.values,
      keep: (values) => stored.keep({ values, opened }),
      forget: stored.forget,
    }),
    [opened],
  );
  const form = useForm<SettingsValues>({ defaultValues: draft.read() ?? saved });
  const { isRestored, startOver, settle } = useFormDraft(form, saved, draft);

  // What was read again is shown while nothing is typed.
  useEffect(() => {
    if (settings.version <= opened.version || draft.read()) return;
    setOpened(settings);
    form.reset(valuesOf(settings));
    stored.forget();
  }, [settings, opened, draft, form]);

  const showConflict = async (sent: SchoolSettings): Promise<void> => {
    const theirs = await callRoute(adminRoutes.getSettings, {});
    setConflict({ theirs: settingChanges(opened, theirs), mine: settingChanges(opened, sent) });
    const values = mergeValues(form.getValues(), saved, valuesOf(theirs));
    setOpened(theirs);
    stored.keep({ values, opened: theirs });
    form.reset(values);
  };

  const save = useFreshSubmission({
    send: (body: SchoolSettings) =>
      callRoute(adminRoutes.saveSettings, { body }).catch(async (error: unknown) => {
        // Both are shown before the form can be sent again.
        if (error instanceof ApiError && error.code === 'settingsChanged') await showConflict(body);
        throw error;
      }),
    failure: 'Failed to save the settings',
    changes: everyRead,
    onDone: (now) => {
      setConflict(undefined);
      setOpened(now);
      settle(valuesOf(now));
      showToast({ type: 'success', title: 'Settings saved' });
    },
    onFailed: (error) => showIssues(error, form.setError, fieldOf),
  });

  const submit = form.handleSubmit((values) => {
    const typed = readTyped(values, opened.version);
    if (typed.success) {
      save.submit(typed.data);
      return;
    }
    for (const [index, { path, message }] of typed.error.issues.entries()) {
      // `fieldOf` names a field of the form.
      const field = fieldOf(path.join('.')) as Path<SettingsValues>;
      form.setError(field, { message }, { shouldFocus: index === 0 });
    }
  });

  return (
    <>
      <form
        noValidate
        aria-label="Settings"
        onSubmit={(event) => {
          form.clearErrors();
          void submit(event);
        }}
      >
        <Stack gap="5" maxWidth="52rem">
          {isRestored && <DraftNotice onStartOver={startOver} />}
          {conflict && <Conflict {...conflict} />}
          <Text>
            Changes count at once. What families agreed to before keeps its terms. Name, colors and domain of
            the school are in files of the project: a developer changes them.
          </Text>
          <HowToPayFields form={form} />
          <LinkFields form={form} />
          <DueFields form={form} />
          <DiscountFields form={form} />
          <Button type="submit" alignSelf="start" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Settings'}
          </Button>
        </Stack>
      </form>
      {save.dialog}
    </>
  );
};

const ChangeList = ({ changes }: { readonly changes: readonly SettingChange[] }) => (
  <Stack as="ul" gap="1" listStyleType="disc" ps="5">
    {changes.map(({ field, before, after }) => (
      <chakra.li key={field} overflowWrap="anywhere">
        {field}: {before} → {after}
      </chakra.li>
    ))}
  </Stack>
);

const Conflict = ({
  theirs,
  mine,
}: {
  readonly theirs: readonly SettingChange[];
  readonly mine: readonly SettingChange[];
}) => (
  <Notice tabIndex={-1} role="alert" tone="warning" icon={TriangleAlert}>
    <Stack gap="2">
      <Text fontWeight="bold">Someone else changed the settings in the meantime.</Text>
      <Text>Their changes:</Text>
      <ChangeList changes={theirs} />
      <Text>Your changes:</Text>
      <ChangeList changes={mine} />
      <Text>What you typed is kept; the rest of the form shows their changes. Save again to keep yours.</Text>
    </Stack>
  </Notice>
);

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { familyRoutes } from '#shared/contract/family-routes';
import type { RouteInput } from '#shared/contract/route';
import type { CardView, Child, Profile } from '#shared/families/family';
import { contactValues, myProfileSchema } from '#shared/families/profile-input';
import { classTypeName, formatDate, formatTimeRange } from '#shared/lib/format';
import { policies } from '#shared/policies';
import { roleNames } from '#shared/roles';
import { CheckBox } from '../../../components/choices.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { type EditDraft, type EditedFields, useEditForm } from '../../../components/edited-form.tsx';
import { PhoneField, TextField } from '../../../components/fields.tsx';
import { LoadFailure, LoadingText } from '../../../components/loading.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { familyQuery } from '../../../lib/api/family-queries.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { createDrafts } from '../../../lib/forms/form-draft.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ChildrenSection } from './children-section.tsx';
import { ImportedSection } from './imported-section.tsx';
import { MembersSection } from './members-section.tsx';
import { PrivacySection } from './privacy-section.tsx';

type Details = ReturnType<typeof contactValues>;

const drafts = createDrafts<EditDraft<Details, Details>>('profile');

const detailsOf = (shown: Details): Details => shown;

const detailFields: EditedFields<Details, Details> = {
  full_name: { label: 'Full Name', text: String },
  phone_number: { label: 'Phone Number', text: String },
  remind_every_session: {
    label: 'Remind me before every session',
    text: (isWanted) => (isWanted ? 'Yes' : 'No'),
  },
};

/** The email is the login and cannot be changed (PAR-22 to PAR-24, PRM-04, MSG-05). */
const ContactForm = ({ profile }: { readonly profile: Profile }) => {
  const draft = useMemo(() => drafts(profile.id), [profile.id]);
  const edit = useEditForm({
    schema: myProfileSchema,
    stored: contactValues(profile),
    toInput: detailsOf,
    fields: detailFields,
    draft,
  });
  const { form, field } = edit;
  const showSaved = (now: Details) => {
    edit.settle(now);
    showToast({ type: 'success', title: 'Profile updated successfully' });
  };
  const save = useSubmission({
    send: (body: RouteInput<typeof familyRoutes.updateMyProfile>['body']) =>
      callRoute(familyRoutes.updateMyProfile, { body }),
    failure: 'Failed to update profile',
    changes: [familyRoutes.getMyFamily],
    onDone: (changed) => showSaved(contactValues(changed)),
    isShown: edit.isShown,
    onFailed: (error) => {
      edit.onFailed(error);
      showIssues(error, form.setError);
    },
  });
  const submit = (entered: Details) => edit.save(entered, save.submit, () => showSaved(edit.shown));
  return (
    <Card.Root size="lg">
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Card.Body gap="4">
          <Card.Title>Your Details</Card.Title>
          {edit.conflict}
          {edit.isRestored && <DraftNotice onStartOver={edit.startOver} />}
          <TextField
            label="Email"
            type="email"
            readOnly
            value={profile.email}
            hint="Your login. It cannot be changed here: please write to us."
          />
          <TextField label="Full Name" autoComplete="name" required {...field('full_name')} />
          <PhoneField required {...field('phone_number')} />
          <CheckBox {...form.register('remind_every_session')}>Remind me before every session</CheckBox>
          <Button type="submit" disabled={save.isPending} alignSelf={{ sm: 'start' }}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </Card.Body>
      </form>
    </Card.Root>
  );
};

const viewsQuery = routeQuery(familyRoutes.listCardViews, {}, 'Failed to load who opened the cards');

/** Who read a child's notes and contacts, on which day, for which session (SEE-02). A press loads the list. */
const CardViewsSection = ({ childList }: { readonly childList: readonly Child[] }) => {
  const headingId = useId();
  const [isShown, setIsShown] = useState(false);
  if (childList.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <Card.Root size="lg">
        <Card.Body gap="4" alignItems="start">
          <Card.Title id={headingId}>Who Opened the Notes</Card.Title>
          {isShown ? (
            <ShownViews childList={childList} />
          ) : (
            <Button type="button" variant="outline" onClick={() => setIsShown(true)}>
              Show who opened them
            </Button>
          )}
        </Card.Body>
      </Card.Root>
    </section>
  );
};

const ShownViews = ({ childList }: { readonly childList: readonly Child[] }) => {
  const { data, isLoadingError, refetch } = useQuery({ ...viewsQuery, staleTime: 0 });
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  if (!data) return <LoadingText>Loading who opened them...</LoadingText>;
  return (
    <Stack gap="4" role="status" alignSelf="stretch">
      <Text>
        Coaches and the office read the notes and contacts of your children. Who does is recorded, once a day
        and session, and kept for {policies.records.retainedMonths} months.
      </Text>
      {childList.map(({ id, name }) => (
        <ViewsOfChild key={id} name={name} views={data.views.filter(({ child_id }) => child_id === id)} />
      ))}
    </Stack>
  );
};

const ViewsOfChild = ({ name, views }: { readonly name: string; readonly views: readonly CardView[] }) => (
  <Stack gap="1">
    <Text fontWeight="bold" overflowWrap="anywhere">
      {name}
    </Text>
    {views.length === 0 ? (
      <Text color="fg.muted">Nobody yet.</Text>
    ) : (
      <Stack as="ul" gap="1" listStyleType="none" aria-label={`Who opened the notes of ${name}`}>
        {views.map((view) => (
          <Text as="li" key={viewText(view)} overflowWrap="anywhere">
            {viewText(view)}
          </Text>
        ))}
      </Stack>
    )}
  </Stack>
);

/** "Sep 12, 2025: Sam Okafor (Coach), Juniorballerz, Elm Park, 9:00 AM - 9:45 AM". */
const viewText = ({ day, name, role, session }: CardView): string => {
  const who = `${formatDate(day)}: ${name ?? 'A deleted account'} (${roleNames[role]})`;
  if (!session) return `${who}, the page of your family`;
  const date = session.date ? `, session of ${formatDate(session.date)}` : '';
  return `${who}, ${classTypeName(session.class_type)}, ${session.venue}, ${formatTimeRange(session)}${date}`;
};

export const ProfileScreen = () => (
  <AreaScreen title="My Profile">
    <ProfileSections />
  </AreaScreen>
);

const ProfileSections = () => {
  const { data, isPending, isLoadingError, refetch } = useQuery(familyQuery);
  const isWaiting = useDeferredValue(isPending);
  if (isPending || isWaiting) return <ProfileSkeleton />;
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  return (
    <Stack gap={{ base: '6', md: '10' }} maxWidth="prose">
      <ImportedSection family={data} />
      <ContactForm profile={data.profile} />
      <ChildrenSection childList={data.children} />
      <MembersSection {...data} />
      <CardViewsSection childList={data.children} />
      <PrivacySection
        isSecondAdult={data.members.some(
          ({ is_caller, family_role }) => is_caller && family_role === 'adult',
        )}
      />
    </Stack>
  );
};

const ProfileSkeleton = () => (
  <Stack gap="10" maxWidth="prose" aria-busy="true">
    <Skeleton height="96" borderRadius="xl" />
    <SimpleGrid columns={1} gap="3">
      <Skeleton height="20" borderRadius="xl" />
      <Skeleton height="96" borderRadius="xl" />
    </SimpleGrid>
  </Stack>
);

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CardGrid } from '../../../components/badge.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { atFirstUse, lazyScreen } from '../../../lib/pages/lazy-screen.tsx';
import { ListBar } from '../tables/list-bar.tsx';
import { Loaded } from '../tables/loaded.tsx';
import type { CreateClassFormProps } from './create-class-form.tsx';
import { DraftList } from './draft-list.tsx';
import { ManagedClassList } from './managed-class-list.tsx';
import { classesQuery, draftsQuery } from './queries.ts';

// The form has a library of its own, which the list does not need.
const CreateClassForm = lazyScreen<'CreateClassForm', CreateClassFormProps>(
  () => loadChunk(() => import('./create-class-form.tsx')),
  'CreateClassForm',
);

const PlanTerm = lazy(async () => ({
  default: (await loadChunk(() => import('../terms/plan-term.tsx'))).PlanTerm,
}));

export const ClassesScreen = () => {
  const [isCreating, setIsCreating] = useState(false);
  const [isPlanning, setIsPlanning] = useState(false);
  const classes = useQuery({
    ...classesQuery,
    // The deletion of a booked class goes on for some seconds (END-10).
    refetchInterval: ({ state: { data } }) =>
      data?.classes.some(({ deleting }) => deleting) ? 2_000 : false,
  });
  const drafts = useQuery(draftsQuery);
  useEffect(() => atFirstUse(() => void CreateClassForm.preload(window.location)), []);
  const close = () => setIsCreating(false);
  return (
    <AreaScreen title="Manage Classes">
      <ListBar>
        <Button
          type="button"
          variant={isCreating ? 'outline' : 'solid'}
          colorPalette="accent"
          aria-expanded={isCreating}
          onClick={() => setIsCreating(!isCreating)}
        >
          Create Class
        </Button>
        {/* A term is planned from classes. */}
        {classes.data && classes.data.classes.length > 0 && (
          <Button
            type="button"
            variant="outline"
            aria-expanded={isPlanning}
            onClick={() => setIsPlanning(!isPlanning)}
          >
            Plan Next Term
          </Button>
        )}
      </ListBar>
      {isCreating && (
        <Suspense fallback={<FormSkeleton />}>
          <CreateClassForm.Screen onDone={close} onCancel={close} />
        </Suspense>
      )}
      <Loaded query={drafts} skeleton={<ClassesSkeleton />}>
        {(saved) => (
          <>
            {isPlanning && classes.data && (
              <Suspense fallback={<FormSkeleton />}>
                <PlanTerm
                  classes={classes.data.classes}
                  drafts={saved.drafts}
                  onClose={() => setIsPlanning(false)}
                />
              </Suspense>
            )}
            <DraftList drafts={saved.drafts} />
            <Loaded query={classes} skeleton={<ClassesSkeleton />}>
              {(data) => (
                <ManagedClassList
                  classes={data.classes}
                  isCreating={isCreating}
                  onCreate={() => setIsCreating(true)}
                />
              )}
            </Loaded>
          </>
        )}
      </Loaded>
    </AreaScreen>
  );
};

const FormSkeleton = () => <Skeleton height="96" borderRadius="xl" aria-busy="true" />;

const ClassesSkeleton = () => (
  <Stack gap="4" aria-busy="true">
    <Skeleton height="12" maxWidth="[28rem]" />
    <CardGrid>
      {['first', 'second', 'third'].map((key) => (
        <Skeleton key={key} height="96" borderRadius="xl" />
      ))}
    </CardGrid>
  </Stack>
);

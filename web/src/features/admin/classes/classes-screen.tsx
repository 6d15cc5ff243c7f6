import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { Button } from '../../../components/button.tsx';
import { CardGrid } from '../../../components/card-grid.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { DraftList } from '../drafts/draft-list.tsx';
import { draftsQuery } from '../drafts/drafts-query.ts';
import { Loaded } from '../loaded.tsx';
import { ListBar } from '../tables/list-bar.tsx';
import { classesQuery } from './classes-query.ts';
import { CreateClassForm } from './create-class-form.tsx';
import { ManagedClassList } from './managed-class-list.tsx';

/** Used a few times a year. */
const PlanTerm = lazy(async () => ({
  default: (await loadChunk(() => import('../terms/plan-term.tsx'))).PlanTerm,
}));

/** All drafts and classes, the form for a new one, and the plan of a term (ADM-11 to ADM-20, TRM-01, TRM-02). */
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
  const close = () => setIsCreating(false);
  return (
    <AreaScreen title="Manage Classes">
      <ListBar>
        <Button
          type="button"
          variant={isCreating ? 'outline' : 'accent'}
          aria-expanded={isCreating}
          onClick={() => setIsCreating(!isCreating)}
        >
          Create Class
        </Button>
        <Button
          type="button"
          variant="outline"
          aria-expanded={isPlanning}
          onClick={() => setIsPlanning(!isPlanning)}
        >
          Plan Next Term
        </Button>
      </ListBar>
      {isCreating && <CreateClassForm onDone={close} onCancel={close} />}
      <Loaded query={drafts} skeleton={<ClassesSkeleton />}>
        {(saved) => (
          <>
            {isPlanning && classes.data && (
              <Suspense fallback={<Skeleton height="96" borderRadius="xl" aria-busy="true" />}>
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

const ClassesSkeleton = () => (
  <Stack gap="4" aria-busy="true">
    <Skeleton height="12" maxWidth="28rem" />
    <CardGrid>
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} height="96" borderRadius="xl" />
      ))}
    </CardGrid>
  </Stack>
);

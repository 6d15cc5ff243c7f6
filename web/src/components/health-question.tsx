import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { HeartPulse } from 'lucide-react';
import { useState } from 'react';
import { healthConsent } from '#shared/consents';
import type { Child } from '#shared/schemas/child';
import { updateCardSchema } from '#shared/schemas/child-input';
import { useUpdateCard } from '../lib/family/use-update-card.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { TextAreaField } from './text-area-field.tsx';

interface HealthQuestionProps {
  readonly child: Pick<Child, 'id' | 'name'>;
}

/**
 * Asks about the health of a child about which nothing was answered (EME-02). It is no form, since it stands in one, and
 * holds nothing up: its answer is sent by itself.
 */
export const HealthQuestion = ({ child }: HealthQuestionProps) => {
  const [note, setNote] = useState<string>();
  const [error, setError] = useState<string>();
  const answer = useUpdateCard(child, { failure: 'Failed to save the answer' });
  const saveNote = () => {
    const body = { health: { medical_conditions: note } };
    const issue = updateCardSchema.safeParse(body).error?.issues[0]?.message;
    setError(issue);
    if (!issue) answer.submit(body);
  };
  return (
    <Notice tone="warning" icon={HeartPulse} role="group" aria-label={`Health of ${child.name}`}>
      <Stack gap="3">
        <Text>Is there anything the coach should know about {child.name}’s health?</Text>
        {note !== undefined && (
          <TextAreaField
            label="Medical Conditions"
            hint="Allergies, asthma, injuries."
            error={error}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
        <HStack gap="3" wrap="wrap">
          {note === undefined ? (
            <>
              <Button
                type="button"
                variant="outline"
                disabled={answer.isPending}
                onClick={() => answer.submit({ health: { nothing_to_know: true } })}
              >
                Nothing to know
              </Button>
              <Button type="button" variant="outline" onClick={() => setNote('')}>
                Add a note
              </Button>
            </>
          ) : (
            <>
              <Button type="button" variant="outline" disabled={answer.isPending} onClick={saveNote}>
                {answer.isPending ? 'Saving...' : 'Save the note'}
              </Button>
              <Button type="button" variant="ghost" onClick={() => setNote(undefined)}>
                Cancel
              </Button>
            </>
          )}
        </HStack>
        <Text fontSize="sm" fontWeight="normal">
          {healthConsent.text}
        </Text>
      </Stack>
    </Notice>
  );
};

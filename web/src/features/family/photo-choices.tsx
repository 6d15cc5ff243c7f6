import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useId, useState } from 'react';
import { photoConsent } from '#shared/consents';
import type { Child, Photos } from '#shared/schemas/child';
import { choiceStyles } from '../../components/choice-styles.ts';
import { useUpdateCard } from '../../lib/family/use-update-card.ts';

const questions: readonly (readonly [keyof Photos, string])[] = [
  ['photos_school', 'Within the school'],
  ['photos_web', 'Website and social media'],
];

/** Whether photos of a child may be used: each answer is one tap, and none is preset (EME-06). */
export const PhotoChoices = ({ child }: { readonly child: Child }) => (
  <chakra.fieldset minWidth="0">
    <chakra.legend fontWeight="bold">Photos of {child.name}</chakra.legend>
    <Stack gap="0">
      {questions.map(([field, label]) => (
        <PhotoChoice key={field} child={child} field={field} label={label} />
      ))}
      <Text fontSize="sm" color="fg.muted">
        {photoConsent.text}
      </Text>
    </Stack>
  </chakra.fieldset>
);

interface PhotoChoiceProps {
  readonly child: Child;
  readonly field: keyof Photos;
  readonly label: string;
}

const PhotoChoice = ({ child, field, label }: PhotoChoiceProps) => {
  const id = useId();
  const [tapped, setTapped] = useState<boolean>();
  const save = useUpdateCard(child, { failure: 'Failed to save the answer' });
  const answer = save.isPending ? tapped : child[field]?.allowed;
  return (
    <HStack
      role="radiogroup"
      aria-labelledby={id}
      aria-busy={save.isPending}
      justify="space-between"
      wrap="wrap"
      columnGap="4"
      rowGap="0"
    >
      <Text id={id}>{label}</Text>
      <HStack gap="5">
        {[true, false].map((allowed) => (
          <Option key={String(allowed)}>
            <input
              type="radio"
              name={id}
              checked={answer === allowed}
              onChange={() => {
                setTapped(allowed);
                save.submit({ [field]: allowed });
              }}
            />
            {allowed ? 'Yes' : 'No'}
          </Option>
        ))}
      </HStack>
    </HStack>
  );
};

const Option = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'touch',
    minWidth: 'touch',
    fontWeight: 'semibold',
    cursor: 'pointer',
    '& input': choiceStyles,
  },
});

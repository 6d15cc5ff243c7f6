import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import type { ComponentProps } from 'react';
import { healthConsent } from '#shared/consents';
import { CheckBox } from './check-box.tsx';
import { TextAreaField } from './text-area-field.tsx';

interface HealthFieldsProps {
  readonly note: Omit<ComponentProps<typeof TextAreaField>, 'label'>;
  readonly nothing: ComponentProps<'input'>;
  /** A note is entered: it cannot be said that there is nothing to know. */
  readonly hasNote: boolean;
}

/** The question about a child's health: a note, or "Nothing to know" (EME-02). */
export const HealthFields = ({ note, nothing, hasNote }: HealthFieldsProps) => (
  <Stack gap="1">
    <TextAreaField
      label="Medical Conditions"
      hint="Allergies, asthma, injuries: whatever the coach should know."
      {...note}
    />
    <CheckBox {...nothing} disabled={hasNote}>
      Nothing to know
    </CheckBox>
    <Text fontSize="sm" color="fg.muted">
      {healthConsent.text}
    </Text>
  </Stack>
);

import { useControlProps } from './field.tsx';
import { createPart } from './style-props.tsx';

/** A text field that grows with its text, from `rows` on. */
export const Textarea = createPart('textarea', 'textarea', useControlProps);

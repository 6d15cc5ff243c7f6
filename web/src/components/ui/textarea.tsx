import { useControlProps } from './field.tsx';
import { createPart } from './style-props.tsx';

export const Textarea = createPart('textarea', 'textarea', useControlProps);

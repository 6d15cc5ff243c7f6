import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import styles from './controls.module.css';
import { controlStyles } from './controls.tsx';

/**
 * Styles of a radio button or checkbox. Drawn here, because the browser's own look like disabled ones in its dark
 * scheme while they are not checked.
 */
export const choiceStyles = {
  appearance: 'none',
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  boxSize: '5',
  borderWidth: '2px',
  borderColor: 'fg.muted',
  // With a larger radius a checkbox looks like a radio button.
  borderRadius: '0.25rem',
  bg: 'bg.surface',
  cursor: 'pointer',
  '&[type=radio]': { borderRadius: 'full' },
  _checked: { bg: 'brand.solid', borderColor: 'brand.solid' },
  '&:checked::before': { content: '""', boxSize: '2', borderRadius: 'full', bg: 'brand.contrast' },
  '&[type=checkbox]:checked::before': {
    boxSize: '3',
    borderRadius: '0',
    clipPath: 'polygon(14% 44%, 0 65%, 45% 100%, 100% 18%, 82% 2%, 41% 66%)',
  },
  // The browser's own are told from the page in the colours that the user has set.
  '@media (forced-colors: active)': { appearance: 'auto' },
} as const;

const NativeSelect = chakra('select', { base: { ...controlStyles, appearance: 'none', pe: '11' } });

/** A styled native select. */
export const Select = (props: HTMLChakraProps<'select'>) => (
  <div className={styles.select}>
    <NativeSelect {...props} />
    <div>
      <ChevronDown size="1.25em" aria-hidden />
    </div>
  </div>
);

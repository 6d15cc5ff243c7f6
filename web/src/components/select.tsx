import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './controls.module.css';

/** A styled native select. */
export const Select = (props: ComponentProps<'select'>) => (
  <div className={styles.select}>
    <select {...props} className={styles.control} />
    <div>
      <ChevronDown size="1.25em" aria-hidden />
    </div>
  </div>
);

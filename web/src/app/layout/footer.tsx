import { useNavigate } from 'react-router-dom';
import { brand, phoneLink } from '#shared/brand';
import { NewsletterForm } from '../../components/newsletter-form.tsx';
import { homeSectionPath, homeSections } from '../../lib/pages/home-sections.ts';
import styles from './layout.module.css';

const { name, tagline, contact } = brand;

/** The footer of every page, with the corner arc of a pitch. */
export const Footer = () => (
  <footer className={styles.footer}>
    <svg viewBox="0 0 100 100" className={styles.corner} aria-hidden="true">
      <path d="M100 40A60 60 0 0 0 40 100M100 0v100H0" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
    <div className={styles.footerParts}>
      <div className={styles.footerSchool}>
        <div className={styles.footerNames}>
          <p className={styles.footerName}>{name}</p>
          <p className={styles.footerTagline}>{tagline}</p>
        </div>
        <SectionButtons />
      </div>
      <NewsletterForm label="News about new classes, by email" />
      <div className={styles.footerContact}>
        {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
        {phoneLink && <a href={phoneLink}>{contact.phone}</a>}
        <div className={styles.networks}>
          {contact.social.map((network) => (
            <a key={network.name} href={network.url} rel="noopener">
              {network.name}
            </a>
          ))}
        </div>
      </div>
    </div>
  </footer>
);

/** Buttons to the sections of the home page, on every page (PUB-14, PUB-15). */
const SectionButtons = () => {
  const navigate = useNavigate();
  return (
    <div className={styles.footerSections}>
      {homeSections.map(({ id, label }) => (
        <button key={id} type="button" onClick={() => navigate(homeSectionPath(id))}>
          {label}
        </button>
      ))}
    </div>
  );
};

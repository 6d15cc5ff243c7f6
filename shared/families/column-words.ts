import { foldText } from '#shared/lib/fold-text';

/**
 * The words of headings in six languages: whose a column is, what it contains, and what excludes it. Entries are folded (no
 * accents, "ß" is "ss", "_" and punctuation are spaces) and separated by commas; longer entries are found first. A compound of
 * two entries, such as "elternname", is found by itself. To teach the import a word, add it here.
 */

export type Property =
  | 'name'
  | 'first'
  | 'last'
  | 'email'
  | 'phone'
  | 'born'
  | 'health'
  | 'relation'
  | 'balance';

type Words = Readonly<Record<'en' | 'fr' | 'de' | 'es' | 'it' | 'nl', string>>;

const properties: Readonly<Record<Property, Words>> = {
  email: {
    en: 'email, e mail, mail, email address, e mail address, mail address, email addresses, emails',
    fr: 'courriel, mel, adresse mail, adresse e mail, adresse email, adresse electronique',
    de: 'emailadresse, e mail adresse, mailadresse',
    es: 'correo, correo electronico, correo e, direccion de correo',
    it: 'posta elettronica, indirizzo email, indirizzo e mail',
    nl: 'emailadres, e mailadres, mailadres',
  },
  phone: {
    en: `
      phone, phones, phone number, phone no, phone nr, telephone, telephone number, tel, tel no, tel number,
      mobile, mobile number, mobile no, mobile phone, mob, cell, cell phone, cellphone, cell number,
      whatsapp, whatsapp number, sms number, text number, contact number, contact numbers, contact no,
      contact nr, contact phone, contact tel, daytime number, evening number, landline`,
    fr: 'portable, numero de telephone, numero de portable, tel portable, gsm',
    de: `
      telefon, telefonnummer, telefonnr, telefon nr, rufnummer, handy, handynummer, handynr, mobil,
      mobilnummer, mobiltelefon, mobilfunk, festnetz`,
    es: 'telefono, numero de telefono, movil, telefono movil, celular',
    it: 'telefono, numero di telefono, cellulare, recapito telefonico',
    nl: 'telefoon, telefoonnummer, mobiel, mobiele nummer, mobiel nummer, mobiele telefoon',
  },
  born: {
    en: 'birth date, birthdate, birth, birthday, date of birth, day of birth, dob, d o b, born, bday, birth dt',
    fr: 'date de naissance, naissance, ne le, ne e le, date naissance',
    de: 'geburtsdatum, geburtstag, geburt, geb datum, geb, geboren am',
    es: 'fecha de nacimiento, nacimiento, fecha nacimiento, fecha nac, f nacimiento, f nac',
    it: 'data di nascita, nascita, data nascita, nato il',
    nl: 'geboortedatum, geboren, geb dat',
  },
  health: {
    en: `
      medical, medical note, medical notes, medical info, medical information, medical history,
      medical details, allergy, allergies, allergic, allergens, health, health notes, health info,
      health condition, health conditions, condition, conditions, medication, medications, medicine,
      medicines, meds, special need, special needs, additional need, additional needs, support needs,
      dietary, diet, dietary requirements, dietary restrictions, food restrictions, asthma, inhaler, epipen,
      epi pen, epilepsy, diabetes, illness, illnesses, disability, disabilities, sen, injury, injuries,
      intolerance, intolerances, behaviour, behavioural`,
    fr: `
      sante, maladie, maladies, traitement, traitement medical, informations medicales, infos medicales,
      probleme de sante, problemes de sante, regime alimentaire, fiche sanitaire`,
    de: `
      allergie, allergien, unvertraglichkeit, unvertraglichkeiten, krankheit, krankheiten, erkrankung,
      erkrankungen, vorerkrankung, vorerkrankungen, medikament, medikamente, gesundheit,
      gesundheitliche einschrankungen, gesundheitsangaben, medizinische hinweise, medizinische, medizinisch,
      besonderheiten`,
    es: `
      alergia, alergias, salud, enfermedad, enfermedades, medicacion, medicamentos, condiciones medicas,
      informacion medica, observaciones medicas, medicas, medica`,
    it: `
      allergia, salute, patologie, patologia, farmaci, intolleranze, informazioni mediche, note mediche,
      mediche`,
    nl: `
      gezondheid, medisch, medische, medische informatie, medische gegevens, aandoening, aandoeningen,
      medicatie, medicijnen, medicijngebruik, dieet, allergieen, bijzonderheden`,
  },
  balance: {
    en: `
      balance, balance due, balance owed, balance owing, account balance, outstanding, outstanding balance,
      amount outstanding, total outstanding, arrears, owed, owes, owing, amount owed, amount owing,
      amount due, total due, fees outstanding, fees due, fees owed, debt`,
    fr: 'solde, reste a payer, restant du, montant du',
    de: 'saldo, offener betrag, offener saldo, offene posten, kontostand, aussenstande',
    es: 'deuda, saldo pendiente, importe pendiente',
    it: 'debito, da pagare, importo dovuto',
    nl: 'openstaand, openstaand bedrag, te betalen, nog te betalen',
  },
  first: {
    en: `
      first name, firstname, first names, first, given name, givenname, given, given names, forename,
      forenames, fname, christian name, first legal name, legal first name`,
    fr: 'prenom, prenoms',
    de: 'vorname, vornamen',
    es: 'nombre de pila, primer nombre',
    it: 'nome proprio',
    nl: 'voornaam, voornamen, roepnaam',
  },
  last: {
    en: `
      last name, lastname, last names, last, surname, surnames, lname, family name, familyname,
      legal last name`,
    fr: 'nom de famille, nom patronymique',
    de: 'nachname, familienname, zuname',
    es: 'apellido, apellidos, primer apellido, segundo apellido, primer y segundo apellido',
    it: 'cognome',
    nl: 'achternaam, familienaam',
  },
  name: {
    en: `
      name, names, full name, fullname, complete name, first and last name, first last name,
      first name and last name, first and last, name and surname, first last, last first`,
    fr: 'nom, nom complet, nom et prenom, prenom et nom, nom prenom, prenom nom, noms',
    de: `
      vor und nachname, vor und zuname, vorname nachname, vorname und nachname, name vorname,
      nachname vorname, name und vorname`,
    es: 'nombre, nombre completo, nombre y apellidos, apellidos y nombre, nombres',
    it: 'nome, nome completo, nome e cognome, cognome e nome, nominativo',
    nl: 'naam, volledige naam, voor en achternaam',
  },
  relation: {
    en: `
      relation, relationship, relation to child, relationship to child, relationship to player,
      relationship to student, relationship to participant, relationship to camper, relationship to athlete,
      relationship to swimmer`,
    fr: 'lien, lien de parente, lien avec l enfant',
    de: 'beziehung, beziehung zum kind, verwandtschaft, verhaltnis',
    es: 'relacion, parentesco, vinculo',
    it: 'relazione, parentela, grado di parentela',
    nl: 'relatie, relatie tot kind',
  },
};

/** `contact` is somebody to call besides the parents; `neither` is nobody of the family. */
export type Person = 'contact' | 'adult' | 'child' | 'family' | 'either' | 'neither';

const persons: Readonly<Record<Person, Words>> = {
  contact: {
    en: `
      emergency, emergencies, emergency contact, emergency contacts, in case of emergency, ice, next of kin,
      authorised pickup, authorized pickup, authorised pick up, authorized pick up, authorised to collect,
      authorized to collect, authorised to pick up, authorized to pick up, allowed to collect, may collect,
      authorised collector, pickup, pick up, pickup person, collection, collector,
      collected by`,
    fr: `
      urgence, contact d urgence, contact urgence, personne a prevenir, personne a contacter,
      personne autorisee`,
    de: `
      notfall, notfallkontakt, kontakt im notfall, notfallnummer, abholberechtigt, abholberechtigte,
      abholberechtigter, abholung`,
    es: 'emergencia, emergencias, contacto de emergencia, persona autorizada',
    it: 'emergenza, emergenze, contatto di emergenza, delegato al ritiro',
    nl: `
      noodgeval, nood, noodcontact, noodnummer, contact bij nood, contactpersoon bij noodgeval, afhalen,
      ophalen`,
  },
  child: {
    en: `
      child, children, childs, kid, kids, player, players, participant, participants, student, students,
      pupil, pupils, athlete, athletes, swimmer, swimmers, camper, campers, dancer, dancers, gymnast,
      gymnasts, learner, learners, attendee, attendees, scout, scouts, cub, youth, youth member, junior,
      skater, son, daughter, competitor, performer, toddler, baby`,
    fr: 'enfant, enfants, l enfant, eleve, eleves, joueur, joueuse, participante, jeune, fils, fille',
    de: `
      kind, kindes, kinder, schuler, schulerin, schuler in, schulers, spieler, spielerin, spieler in,
      spielers, teilnehmer, teilnehmerin, teilnehmer in, teilnehmers, teilnehmende, sportler, sportlerin,
      sohn, tochter`,
    es: `
      hijo, hija, hijos, hijo a, nino, nina, nino a, ninos, alumno, alumna, alumno a, alumnos, jugador,
      jugadora, jugador a, deportista, menor, estudiante`,
    it: `
      figlio, figlia, figlio a, figli, bambino, bambina, bambini, bambino a, alunno, alunna, atleta,
      giocatore, giocatrice, allievo, allieva, minore, ragazzo, ragazza, partecipante`,
    nl: `
      kinderen, leerling, leerlingen, speler, speelster, deelnemer, deelnemers, zoon, dochter, jeugdlid,
      jeugdspeler`,
  },
  adult: {
    en: `
      parent, parents, parental, guardian, guardians, parent guardian, parent carer, parent or guardian,
      carer, carers, caregiver, caregivers, legal guardian, mother, mothers, father, fathers, mum, mums,
      mom, moms, mam, mummy, mommy, dad, dads, daddy, stepmother, stepfather, grandparent, adult, contact,
      contacts, primary contact, secondary contact, main contact, lead contact, enroller, enroler,
      primary member, primary account holder, account holder, account owner, account manager,
      account managers, account, payer, payor, bill payer, billing, bill to, billing contact, customer,
      client, household, head of household, owner, holder, purchaser, buyer, booker, booked by,
      registered by, responsible party, responsible person, responsible adult, spouse, partner, wife,
      husband, pg`,
    fr: `
      mere, pere, maman, tuteur, tutrice, responsable, responsable legal, representant legal, payeur,
      titulaire`,
    de: `
      eltern, elternteil, mutter, vater, vaters, mama, papa, erziehungsberechtigte, erziehungsberechtigter,
      erziehungsberechtigten, erziehungsberechtigte r, sorgeberechtigte, sorgeberechtigter,
      sorgeberechtigte r, gesetzlicher vertreter, vormund, kontoinhaber, zahler, rechnungsempfanger,
      ansprechpartner, ansprechperson, kontakt, kontaktperson, kunde, kundin`,
    es: `
      padre, padres, madre, tutor, tutora, tutores, padre madre, madre padre, apoderado, apoderada,
      representante, representante legal, titular, pagador, contacto`,
    it: 'genitore, genitori, tutore, mamma, intestatario, pagante, referente, contatto',
    nl: `
      ouder, ouders, vader, moeder, voogd, verzorger, ouder verzorger, contactpersoon, rekeninghouder,
      betaler, klant`,
  },
  family: {
    en: 'family, families, home, household phone',
    fr: 'famille, maison',
    de: 'familie, zuhause',
    es: 'familia, casa',
    it: 'famiglia, casa',
    nl: 'gezin, thuis',
  },
  either: {
    en: 'member, members, person, people, individual, registrant, applicant, rider',
    fr: 'adherent, adherente, licencie, licenciee, membre',
    de: 'mitglied, mitglieder',
    es: 'socio, socia, miembro',
    it: 'iscritto, iscritta, tesserato, socio a',
    nl: 'lid, leden',
  },
  neither: {
    en: `
      coach, coaches, trainer, instructor, teacher, teachers, tutor name, staff, team, teams, club, clubs,
      school, schools, doctor, doctors, dr, physician, pediatrician, paediatrician, gp, surgery, hospital,
      dentist, dental, class, classes, course, courses, program, programme, programs, session, sessions,
      event, events, camp, camps, venue, location, site, center, centre, company, organization, organisation, employer,
      workplace, insurance, insurer, referral, referrer, referred, season, league, division, group, branch,
      department, assistant, manager, volunteer, counselor, counsellor, lesson, lessons, contact owner,
      lead owner, record owner, company owner, deal owner`,
    fr: `
      medecin, docteur, ecole, etablissement, equipe, entraineur, cours, classe, groupe, assurance,
      mutuelle, societe`,
    de: `
      arzt, hausarzt, kinderarzt, krankenkasse, versicherung, schule, verein, mannschaft, kurs, kurse,
      klasse, lehrer, gruppe, firma`,
    es: 'medico, pediatra, escuela, colegio, equipo, entrenador, clase, curso, grupo, seguro, empresa',
    it: 'scuola, squadra, allenatore, corso, gruppo, assicurazione, azienda',
    nl: 'arts, huisarts, ploeg, elftal, klas, groep, verzekering, bedrijf, vereniging',
  },
};

/** Adults who may be another person than the named parent. */
export const payers: ReadonlySet<string> = new Set(
  'account, account holder, account owner, account manager, account managers, customer, client, household, billing, bill to, payer, payor, bill payer, owner, holder, contact, primary contact, kontoinhaber, zahler, payeur, titulaire, titular, pagador, intestatario, pagante, rekeninghouder, betaler'.split(
    ', ',
  ),
);

/** Whoever collects a child is another person than the one to call. */
export const collectors = /pick|collect|abhol|autoris|autoriz|ritiro|afhal|ophal/;

/** The order in which a file names these adults gives their number; `second` is always the second. */
export const roles: Readonly<Record<'mother' | 'father' | 'second', readonly string[]>> = {
  mother:
    'mother, mothers, mum, mums, mom, moms, mam, mummy, mommy, stepmother, mutter, mama, mere, maman, madre, mamma, moeder'.split(
      ', ',
    ),
  father: 'father, fathers, dad, dads, daddy, stepfather, vater, vaters, papa, pere, padre, vader'.split(
    ', ',
  ),
  second: 'spouse, partner, wife, husband, secondary contact'.split(', '),
};

/** Words that exclude a column whatever else it names: a kind of address, an id, a consent. */
const asides: Words = {
  en: `
    place of birth, city of birth, year, month, birth year, birth month, lieu de naissance, geburtsort,
    lugar de nacimiento, luogo di nascita, geboorteplaats, terms and conditions, terms conditions, terms,
    agree, agreed, accept, accepted, username, user name, user id, user 1, user 2, user 3, user 4, login,
    password, id, ids, no id, ref, reference, code, barcode, key, status, state, type, kind, label, labels,
    consent, consents, permission, permissions, opt, optin, opt in, opt out, optout, verified, confirmed,
    subscribed, subscription, newsletter, marketing, preference, preferences, created, updated, modified,
    added, joined, registered, registration date, start, started, end, ended, expiry, expires, expiration,
    signed, signature, waiver, release, form, certificate, certification, certificat, certificats,
    attestation, street, address, addresses, address line, city, town, county, country, zip, zipcode,
    zip code, postcode, post code, postal, postal code, region, province, suburb, photo, photos, picture,
    image, prefix, suffix, title, salutation, additional name, yomi, yomi name, middle, middle name,
    middle initial, initial, initials, nick, nickname, nick name, preferred name, preferred first name,
    known as, maiden, maiden name, phonetic, display, display name, file as, language, ethnicity, race,
    religion, nationality, occupation, profession, job, job title, position, role, website, web page, url,
    tag, tags, category, categories, source, how did you hear, fax, pager, telex, isdn, tty, callback,
    car phone, radio phone, carrier, provider, extension, fee, fees, paid, payment, payments, method, price,
    total paid, discount, invoice, invoices, plan, package, membership, pass, attendance, timestamp, size,
    shirt, t shirt, tshirt, jersey, uniform, gender, sex, age, grade, level, year group, rank, hobby,
    anniversary, policy, number of, count, last login, last visit, last attended, last payment,
    last invoice, last contact, first class, first visit, first contact, days, months`,
  fr: `
    rue, ville, code postal, pays, sexe, civilite, date d inscription, numero de licence, cotisation,
    autorisation`,
  de: `
    strasse, str, hausnummer, plz, ort, wohnort, stadt, land, adresse, anschrift, geschlecht, anrede, titel,
    mitgliedsnummer, kundennummer, eintritt, austritt, beitrag, einwilligung, unterschrift`,
  es: `
    calle, ciudad, codigo postal, provincia, pais, sexo, direccion, fecha de alta, cuota, autorizacion, dni,
    nif`,
  it: 'via, citta, cap, indirizzo, sesso, nazione, codice fiscale, quota, consenso',
  nl: `
    straat, huisnummer, woonplaats, plaats, adres, geslacht, lidnummer, lid sinds, contributie, toestemming,
    tussenvoegsel`,
};

/** Words without effect: articles, polite words of forms, kinds of addresses. */
const fillers: Words = {
  en: `
    the, a, an, of, for, to, s, in, at, or, and, with, on, if, any, your, our, my, their, his, her, he, she,
    you, we, us, is, are, does, do, has, have, had, be, this, that, what, whats, when, was, were, which, who, whose, please,
    enter, list, provide, give, state, tell, write, add, fill, details, detail, info, information, about,
    should, know, known, aware, there, anything, other, additional, alternative, alternate, alt, main,
    primary, secondary, preferred, best, current, valid, legal, full, complete, personal, private, work,
    business, daytime, evening, office, value, number, no, nr, num, line, field, data, required, optional,
    st, nd, rd, th, e, r, n, m, w, x`,
  fr: 'de, du, la, le, les, l, d, des, et, ou, un, une',
  de: `
    der, die, das, des, dem, den, vom, von, zum, zur, und, oder, bitte, angaben, privat, geschaftlich,
    dienstlich`,
  es: 'del, los, las, el, y, o',
  it: 'di, della, dello, dei, il, lo, gli',
  nl: 'van, het, en, of, een, uw, je, bij, principal, personnel, personnelle, nummer, numero',
};

type Word =
  | { readonly kind: 'property'; readonly property: Property }
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'aside' }
  | { readonly kind: 'filler' };

const dictionary = new Map<string, Word>();
let longest = 1;
const teach = (words: Words, word: Word) => {
  for (const entry of Object.values(words)
    .join(',')
    .split(',')
    .map((text) => text.trim())) {
    longest = Math.max(longest, entry.split(' ').length);
    // The first list wins: a word of a person is no filler.
    if (!dictionary.has(entry)) dictionary.set(entry, word);
  }
};
for (const person of Object.keys(persons) as Person[]) teach(persons[person], { kind: 'person', person });
for (const property of Object.keys(properties) as Property[])
  teach(properties[property], { kind: 'property', property });
teach(asides, { kind: 'aside' });
teach(fillers, { kind: 'filler' });

/** A word or a saying of a heading that is known, a number, or a word that is not known. */
export type Found = { readonly text: string } & (Word | { readonly kind: 'number' | 'unknown' });

/** "elternname" is "eltern" and "name"; German puts letters between them. */
const splitCompound = (text: string): Found[] | undefined => {
  for (let at = text.length - 3; at >= 3; at -= 1) {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    const last = dictionary.get(tail);
    if (!last || last.kind === 'filler') continue;
    for (const start of [head, head.replace(/(?:es|er|en|s|n|e)$/, '')]) {
      const first = dictionary.get(start);
      if (first && first.kind !== 'filler' && start.length >= 3)
        return [
          { text: start, ...first },
          { text: tail, ...last },
        ];
    }
  }
  return undefined;
};

/** "parentFirstName_1" is parent, first name, 1. */
export const wordsOf = (heading: string): Found[] => {
  const spaced = heading
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2');
  const tokens = foldText(spaced)
    .replace(/ß/g, 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; ) {
    let size = Math.min(longest, tokens.length - at);
    let word: Word | undefined;
    for (; size > 0; size -= 1) {
      const taken = tokens.slice(at, at + size);
      word = dictionary.get(taken.join(' ')) ?? dictionary.get(taken.join(''));
      if (word) break;
    }
    const text = tokens.slice(at, at + Math.max(1, size)).join(' ');
    if (word) found.push({ text, ...word });
    // "P1" is the first parent.
    else if (/^(?:p|g)$/.test(text) && /^\d$/.test(tokens[at + 1] ?? ''))
      found.push({ text, kind: 'person', person: 'adult' });
    else if (/^\d+$/.test(text)) found.push({ text, kind: 'number' });
    else found.push(...(splitCompound(text) ?? [{ text, kind: 'unknown' } as const]));
    at += Math.max(1, size);
  }
  return found;
};

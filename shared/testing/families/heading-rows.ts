/**
 * Heading rows of systems from which schools bring families, as their exports, import templates and help pages have them, with one
 * row of invented people. A column is its heading, its cell, and what it has to be taken as: "?" where it has to be asked,
 * "-" where it is not imported.
 * A comment names the source of a row; one without is from knowledge of the system.
 */
export const systems: Readonly<Record<string, string>> = {
  'ClassForKids (classes)': `
    Child First Name | Mia | child1.first; Child Last Name | Novak | child1.last; Date of Birth | 03/04/2018 | child1.born;
    Gender | Female | -; Parent First Name | Ana | adult1.first; Parent Last Name | Novak | adult1.last;
    Parent Email | ana@example.com | adult1.email; Parent Phone | 07700 900101 | adult1.phone;
    Emergency Contact Name | Ruth Morgan | children.contactName;
    Emergency Contact Number | 07700 900301 | children.contactPhone; Medical Information | Asthma | children.health;
    Photo Consent | Yes | -; Class | Tuesday U7 | -; Postcode | SE1 2AB | -`,
  'Jackrabbit Class (classes)': `
    Family Name | Novak | -; Student First Name | Mia | child1.first; Student Last Name | Novak | child1.last; Gender | F | -;
    Birth Date | 04/23/2018 | child1.born; Contact 1 First Name | Ana | adult1.first; Contact 1 Last Name | Novak | adult1.last;
    Contact 1 Email | ana@example.com | adult1.email; Contact 1 Cell Phone | 07700 900101 | adult1.phone;
    Contact 2 First Name | Leo | adult2.first; Contact 2 Last Name | Novak | adult2.last;
    Contact 2 Email | leo@example.com | adult2.email; Home Phone | 020 7946 0101 | adult1.phone;
    Emergency Contact | Ruth Morgan | children.contactName; Emergency Phone | 07700 900301 | children.contactPhone;
    Medical Notes | Nut allergy | children.health; Doctor | Dr Patel | -; Doctor Phone | 020 7946 0999 | -;
    Health Insurance | Northern | -; Family Balance | $20.00 | balance; Class Name | Tue U7 | -`,
  'iClassPro (classes)': `
    Family ID | 100234 | -; Account Name | Novak | ?; Guardian 1 First | Ana | adult1.first;
    Guardian 1 Last | Novak | adult1.last; Guardian 1 Email | ana@example.com | adult1.email;
    Guardian 1 Mobile | 07700 900101 | adult1.phone; Student First Name | Mia | child1.first;
    Student Last Name | Novak | child1.last; Birthdate | 2018-04-03 | child1.born; Health Concerns | Asthma | children.health;
    Allergies | Nuts | children.health; Balance | 45.00 | balance; Last Login | 2026-10-01 | -`,
  // https://helpme.teamsnap.com/article/1298-importing-rosters
  'TeamSnap (club)': `
    First | Mia | child1.first; Last | Novak | child1.last; Birthdate | 2018-04-03 | child1.born; Gender | F | -;
    Jersey Number | 7 | -; Position | Wing | -; Non-Player | N | -; Email | mia@example.com | ?; Phone | 07700 900109 | ?;
    P1 First | Ana | adult1.first; P1 Last | Novak | adult1.last; P1 Email | ana@example.com | adult1.email;
    P1 Phone | 07700 900101 | adult1.phone; P2 First | Leo | adult2.first; P2 Last | Novak | adult2.last;
    P2 Email | leo@example.com | adult2.email; P3 First | Eva | office; P3 Email | eva@example.com | office`,
  'Spond (club)': `
    Member first name | Mia | child1.first; Member last name | Novak | child1.last;
    Member date of birth | 03.04.2018 | child1.born; Member email | mia@example.com | ?; Member mobile | 07700 900109 | ?;
    Guardian 1 first name | Ana | adult1.first; Guardian 1 last name | Novak | adult1.last;
    Guardian 1 email | ana@example.com | adult1.email; Guardian 1 mobile | 07700 900101 | adult1.phone;
    Guardian 2 first name | Leo | adult2.first; Guardian 2 last name | Novak | adult2.last;
    Guardian 2 email | leo@example.com | adult2.email; Subgroup | U8 | -; Allergies | Nuts | children.health`,
  'Mindbody (classes)': `
    Client ID | 100000234 | -; First Name | Mia | child1.first; Last Name | Novak | child1.last;
    Birth Date | 4/23/2018 | child1.born; Email | ana@example.com | adult1.email; Mobile Phone | 07700 900101 | adult1.phone;
    Home Phone | 020 7946 0101 | adult1.phone; Work Phone | 020 7946 0102 | adult1.phone;
    Emergency Contact Name | Ruth Morgan | children.contactName; Emergency Contact Phone | 07700 900301 | children.contactPhone;
    Emergency Contact Relationship | Grandmother | children.contactRelation; Account Balance | -20.00 | balance;
    Address | 1 High Street | -; City | London | -; Postal Code | SE1 2AB | -; Referral Type | Friend | -;
    Yellow Alert | Epilepsy, EpiPen in bag | -`,
  'Pike13 (classes)': `
    Person ID | 7788123 | -; First Name | Mia | child1.first; Last Name | Novak | child1.last;
    Birthdate | 2018-04-03 | child1.born; Account Manager Names | Ana Novak | adult1.name;
    Account Manager Emails | ana@example.com | adult1.email; Account Manager Phones | 07700 900101 | adult1.phone;
    Email | mia@example.com | ?; Phone | 07700 900109 | ?; Client Since | 2025-01-10 | -`,
  'Enrolmy (camps)': `
    Child Name | Mia Novak | child1.name; Child DOB | 23/04/2018 | child1.born; Parent Name | Ana Novak | adult1.name;
    Parent Email | ana@example.com | adult1.email; Parent Mobile | 07700 900101 | adult1.phone;
    Second Parent Name | Leo Novak | adult2.name; Second Parent Mobile | 07700 900102 | adult2.phone;
    Emergency Contact | Ruth Morgan 07700 900301 | children.contactName; Allergies | Nuts | children.health;
    Medical conditions | Asthma | children.health; Medication | Inhaler | children.health;
    Dietary requirements | Vegetarian | children.health; Doctor's name | Dr Patel | -; Authorised to collect | Sam Hill | office`,
  'DanceStudio-Pro (dance)': `
    Account | Novak | ?; Student | Mia Novak | child1.name; Birthday | 04/23/2018 | child1.born;
    Mother | Ana Novak | adult1.name; Mother Email | ana@example.com | adult1.email; Mother Cell | 07700 900101 | adult1.phone;
    Father | Leo Novak | adult2.name; Father Email | leo@example.com | adult2.email; Father Cell | 07700 900102 | adult2.phone;
    Medical/Allergies | Nuts | children.health; Balance Due | 35.50 | balance`,
  'The Studio Director (dance)': `
    Student First Name | Mia | child1.first; Student Last Name | Novak | child1.last;
    Student Birthdate | 04/23/2018 | child1.born; Student Email | mia@example.com | -; Payer First Name | Ana | adult1.first;
    Payer Last Name | Novak | adult1.last; Payer Email | ana@example.com | adult1.email;
    Payer Cell Phone | 07700 900101 | adult1.phone; Spouse First Name | Leo | adult2.first;
    Spouse Cell Phone | 07700 900102 | adult2.phone; Medical Notes | Asthma | children.health; Current Balance | 12.00 | balance`,
  'CoursePro (swimming)': `
    Swimmer | Mia Novak | child1.name; Swimmer DOB | 03/04/2018 | child1.born; Swimmer Medical | Grommets | children.health;
    Contact | Ana Novak | adult1.name; Contact Email | ana@example.com | adult1.email;
    Contact Tel | 07700 900101 | adult1.phone; Teacher | Kim | -; Stage | 3 | -`,
  // The report of a camp’s program, in a public repository.
  'A camp’s contact report (camp)': `
    Camper First Name | Mia | child1.first; Camper Last Name | Novak | child1.last;
    Camper Birth Date | 04/23/2018 | child1.born; Primary First Name | Ana | adult1.first;
    Primary Last Name | Novak | adult1.last; Primary Phone | 07700 900101 | adult1.phone;
    Primary Email | ana@example.com | adult1.email; Secondary First Name | Leo | adult2.first;
    secondary Last Name | Novak | adult2.last; Secondary Phone | 07700 900102 | adult2.phone;
    Medication | EpiPen | children.health; Session | Week 3 | -`,
  'Google Contacts before 2024 (contacts)': `
    Name | Ana Novak | adult1.name; Given Name | Ana | adult1.first; Additional Name |  | -; Family Name | Novak | adult1.last;
    Yomi Name |  | -; Birthday |  | -; E-mail 1 - Type | * Home | -; E-mail 1 - Value | ana@example.com | adult1.email;
    Phone 1 - Type | Mobile | -; Phone 1 - Value | 07700 900101 | adult1.phone; Group Membership | * myContacts | -`,
  // Its 92 columns, in many public repositories.
  'Outlook (contacts)': `
    First Name | Ana | adult1.first; Middle Name |  | -; Last Name | Novak | adult1.last; Title | Mrs | -;
    Company | Northern Ltd | -; Job Title | Manager | -; Business Phone | 020 7946 0102 | adult1.phone;
    Home Phone | 020 7946 0101 | adult1.phone; Mobile Phone | 07700 900101 | adult1.phone; Business Fax | 020 7946 0103 | -;
    Assistant's Phone |  | -; E-mail Address | ana@example.com | adult1.email; E-mail Type | SMTP | -;
    E-mail Display Name | Ana Novak (ana@example.com) | -; E-mail 2 Address | ana.novak@example.org | adult1.email;
    Birthday | 3/4/1985 | -; Home City | London | -; Notes |  | -`,
  'Apple Contacts as a table (contacts)': `
    Full Name | Ana Novak | adult1.name; Phone | 07700 900101 | adult1.phone; Email | ana@example.com | adult1.email;
    Company |  | -`,
  'Google Forms (form)': `
    Timestamp | 11/20/2026 10:15:32 | -; Email Address | ana@example.com | adult1.email; Your name | Ana Novak | adult1.name;
    Your mobile number | 07700 900101 | adult1.phone; Child's full name | Mia Novak | child1.name;
    Child's date of birth | 4/23/2018 | child1.born;
    Does your child have any medical conditions our coaches should know about? | Asthma | children.health;
    How did you hear about us? | A friend | -; Do you agree to the terms and conditions? | Yes | -`,
  'Jotform (form)': `
    Submission Date | 2026-11-20 | -; Name of Child - First Name | Mia | child1.first;
    Name of Child - Last Name | Novak | child1.last; Child's Birth Date | 2018-04-23 | child1.born;
    Parent/Guardian Name - First Name | Ana | adult1.first; Parent/Guardian Name - Last Name | Novak | adult1.last;
    E-mail | ana@example.com | adult1.email; Phone Number | (07700) 900101 | adult1.phone;
    Emergency Contact (name and phone) | Ruth Morgan, 07700 900301 | children.contactName;
    Allergies, if any | None known | children.health`,
  // Of its 170 columns, in the notes of a public repository.
  'Sports Connect (league)': `
    Player First Name | Mia | child1.first; Player Last Name | Novak | child1.last; Player Middle Initial | J | -;
    Player Gender | F | -; Player Birth Date | 04/23/2018 | child1.born; Birth Date Time Stamp | 04/23/2018 | -;
    Player Age | 8 | -; Player Email | mia@example.com | -; Player Street | 1 High Street | -;
    Player Telephone | 07700 900109 | -; Player Suffix |  | -; School Name | Northern Primary | -; Division Name | U8 | -;
    Team Name | Lions | -; Teammate Request | Ben Hill | -; Coach Request | Kim | -; Account First Name | Ana | ?;
    Account Last Name | Novak | ?; User Email | ana@example.com | ?; Parent Name | Ana Novak | adult1.name;
    Telephone | 020 7946 0101 | adult1.phone; Cellphone | 07700 900101 | adult1.phone; Other Phone | 020 7946 0102 | ?;
    Account Created Date | 2025-01-01 | -; Relationship to Participant | Mother | -; Additional First Name | Leo | adult2.first;
    Additional Last Name | Novak | adult2.last; Additional Email | leo@example.com | adult2.email;
    Additional Cellphone | 07700 900102 | adult2.phone; Additional Other Phone | 020 7946 0103 | adult2.phone;
    Secondary Email | ana.novak@example.org | ?; Player Emergency Contact First Name | Ruth | children.contactName;
    Player Emergency Contact Last Name | Morgan | children.contactName;
    Player Emergency Telephone | 07700 900301 | children.contactPhone; Player Physical Conditions | Asthma | children.health;
    Player Allergies | Nuts | children.health; Player Insurance Company | Northern | -;
    Player Insurance Policy Holder | Ana Novak | -; Tetanus Shot Date | 2024-01-01 | -; Jersey Size | YM | -;
    Order Date | 2026-10-01 | -; Order Payment Status | Paid | -; OrderItem Balance | 20.00 | ?; Billing First Name | Ana | ?;
    Billing Last Name | Novak | ?; User Role | Parent | -; Contact | Yes | -`,
  'LoveAdmin (club)': `
    Membership Number | 4411 | -; Forename | Mia | child1.first; Surname | Novak | child1.last;
    Date of Birth | 03/04/2018 | child1.born; Payer Forename | Ana | adult1.first; Payer Surname | Novak | adult1.last;
    Payer Email | ana@example.com | adult1.email; Payer Mobile | 07700 900101 | adult1.phone;
    Emergency Contact 1 | Ruth Morgan | children.contactName;
    Emergency Contact 1 Telephone | 07700 900301 | children.contactPhone; Medical Details | Asthma | children.health;
    Disability |  | children.health`,
  'Coacha (club)': `
    Name | Mia Novak | child1.name; DOB | 03/04/2018 | child1.born; Parent/Carer | Ana Novak | adult1.name;
    Email | ana@example.com | adult1.email; Tel | 07700 900101 / 07700 900102 | adult1.phone;
    Medical | Asthma | children.health; Groups | Tuesday | -; Coach | Kim | -`,
  'My Music Staff (music)': `
    Student First Name | Mia | child1.first; Student Last Name | Novak | child1.last;
    Student Birthday | 2018-04-03 | child1.born; Student Email | mia@example.com | -; Student Mobile |  | -;
    Parent Contact First Name | Ana | adult1.first; Parent Contact Last Name | Novak | adult1.last;
    Parent Contact Email | ana@example.com | adult1.email; Parent Contact Mobile Number | 07700 900101 | adult1.phone;
    Family Balance | 15.00 | balance; Teacher | Kim | -`,
  'Teachworks (school)': `
    Family First Name | Ana | ?; Family Last Name | Novak | ?; Family Email | ana@example.com | adult1.email;
    Family Mobile Phone | 07700 900101 | adult1.phone; Student First Name | Mia | child1.first;
    Student Last Name | Novak | child1.last; Birth Date | 2018-04-03 | child1.born; Additional Notes | Likes drums | -;
    Status | Active | -`,
  // Of its 115 columns, in the notes of a public repository.
  'SportsEngine, registrations (league)': `
    athlete_1_first_name | Mia | child1.first; athlete_1_last_name | Novak | child1.last; athlete_1_middle_name |  | -;
    athlete_1_dob | 04/23/2018 | child1.born; athlete_1_gender | F | -; athlete_1_address_1 | 1 High Street | -;
    SportsEngine ID | 1234 | -; Rostered Team | Lions | -; guardian_1_first_name | Ana | adult1.first;
    guardian_1_last_name | Novak | adult1.last; guardian_1_relationship | Mother | -;
    Guardian_1_Email | ana@example.com | adult1.email; Guardian_1_Primary_Phone | 07700 900101 | adult1.phone;
    Guardian_1_Secondary_Phone | 020 7946 0101 | adult1.phone; guardian_1_signature_1 | Ana Novak | -;
    guardian_1_medical_insurance_company | Northern | -; guardian_1_last_name_insurance_policy_holder | Novak | -;
    guardian_2_first_name | Leo | adult2.first; guardian_2_last_name | Novak | adult2.last;
    guardian_2_email_1 | leo@example.com | adult2.email; guardian_2_phone_1 | 020 7946 0102 | adult2.phone;
    guardian_2_phone_3 | 07700 900102 | adult2.phone; emergency_contact_1_first_name | Ruth | children.contactName;
    emergency_contact_1_last_name | Morgan | children.contactName;
    emergency_1_relationship | Grandmother | children.contactRelation;
    emergency_1_phone_1 | 07700 900301 | children.contactPhone; emergency_1_phone_2 | 020 7946 0301 | children.contactPhone;
    emergency_contact_2_first_name | Sam | office; emergency_2_phone_1 | 07700 900302 | office;
    physician_1_first_name | Pat | -; physician_1_phone_1 | 020 7946 0999 | -; hospital_of_choice_1 | General | -;
    Does the player have any other medical conditions that we need to be aware of? | Asthma | children.health;
    medical_issue_1 | Asthma | children.health; medical_issue_2 | Epilepsy | children.health;
    medication_1 | Inhaler | children.health; medication_1_dosage | 2 puffs | children.health;
    medication_2 | EpiPen | children.health; Account Email | ana@example.com | adult1.email;
    Secondary Email | ana.novak@example.org | ?; Gross Outstanding | 20.00 | ?; Net Outstanding | 19.00 | ?;
    Service Fee Outstanding | 1.00 | -; Non-Player Email |  | -`,
  // The headings of a real form, in a public repository.
  'Jotform, players of a team (form)': `
    Submission Date | Aug 20, 2026 | -; Legal First Name | Mia | child1.first; Preferred First Name | Mimi | -;
    Last Name | Novak | child1.last; Jersey Number | 7 | -; Alternate Jersey Number | 11 | -; Graduation Year | 2036 | -;
    Date of Birth | Apr 3, 2018 | child1.born; Primary Position | Utility | -; Secondary Position | Second Base | -;
    Bats | Right | -; Height | 4 ft 2 | -; High School | North Ridge | -; Hometown | Leeds | -;
    Parent/Guardian 1 Full Name | Ana Novak | adult1.name; Relationship to Player | Mother | -;
    Cell Phone | (470) 555-0101 | adult1.phone; Email | ana@example.com | adult1.email; Add a second parent/guardian? | Yes | -;
    Parent/Guardian 2 Full Name | Leo Novak | adult2.name; Relationship to Player (2) | Father | -;
    Cell Phone (2) | (470) 555-0102 | ?; Email (2) | leo@example.com | ?; Preferred contact method | Text | -;
    Player Email | mia@example.com | -; Player Cell | (470) 555-0103 | -; X handle | mimi_88 | -;
    Current Headshot | photo-1.jpg | -`,
  // The columns of its program, in a public repository.
  'A Chinese school (school)': `
    Barcode | 0012345 | -; First Name | Mia | child1.first; Last Name | Novak | child1.last; Chinese Name | Mei | ?;
    Date of Birth | 04/23/2018 | child1.born; Parent Name | Ana Novak | adult1.name;
    Pick Up Person | Sam Hill | children.contactName; Home Phone | 020 7946 0101 | adult1.phone;
    Cell Phone | 07700 900101 | adult1.phone; Cell Phone 2 | 07700 900102 | adult1.phone;
    Email | ana@example.com | adult1.email; Address | 1 High Street | -; Zip | 02139 | -`,
  'Salesforce (contacts)': `
    Salutation | Mrs | -; First Name | Ana | ?; Last Name | Novak | ?; Title | Manager | -; Account Name | Novak Household | ?;
    Mailing Street | 1 High Street | -; Mailing City | Leeds | -; Phone | 020 7946 0101 | adult1.phone; Fax | 020 7946 0104 | -;
    Mobile | 07700 900101 | adult1.phone; Email | ana@example.com | adult1.email; Account Owner | Kim Ward | ?;
    Contact Owner | Kim Ward | -; Birthdate | 1985-04-03 | -; Asst. Phone |  | -; Lead Source | Web | -`,
  'Eventbrite (form)': `
    Order # | 123 | -; Order Date | 2026-10-01 | -; First Name | Mia | child1.first; Last Name | Novak | child1.last;
    Email | ana@example.com | ?; Buyer First Name | Ana | adult1.first; Buyer Last Name | Novak | adult1.last;
    Buyer Email | ana@example.com | adult1.email; Ticket Type | U8 | -; Quantity | 1 | -;
    Cell Phone | 07700 900101 | adult1.phone; Birth Date | 2018-04-03 | child1.born;
    Emergency Contact Info | Ruth Morgan 07700 900301 | children.contactName`,
  'Typeform (form)': `
    # | 8a1 | -; What’s your name? | Ana Novak | adult1.name; What’s your email address? | ana@example.com | adult1.email;
    What’s the best number to reach you on? | 07700 900101 | ?; What’s your child’s name? | Mia Novak | child1.name;
    When was your child born? | 2018-04-03 | child1.born; Does your child have any allergies? | Yes | children.health;
    Please tell us about the allergies | Nuts | children.health; Anything else? | Shy | -; Start Date (UTC) | 2026-10-01 | -;
    Network ID | 8a | -`,
  'WooCommerce (shop)': `
    Order Number | 99 | -; Billing First Name | Ana | adult1.first; Billing Last Name | Novak | adult1.last;
    Billing Email | ana@example.com | adult1.email; Billing Phone | 07700 900101 | adult1.phone;
    Billing Address 1 | 1 High Street | -; Child’s Name | Mia Novak | child1.name; Child’s DOB | 03/04/2018 | child1.born;
    Any medical conditions? | Asthma | children.health; Order Total | 120.00 | -; Shipping First Name | Ana | ?`,
  'A German club (Verein)': `
    Mitgliedsnr. | 4711 | -; Nachname | Novak | child1.last; Vorname | Mia | child1.first;
    Geburtsdatum | 03.04.2018 | child1.born; Geschlecht | w | -; Straße | Hauptstr. 1 | -; PLZ | 10115 | -; Ort | Berlin | -;
    Erziehungsberechtigte/r | Ana Novak | adult1.name; E-Mail | ana@example.com | adult1.email;
    Handynummer | 07700 900101 | adult1.phone; Notfallkontakt | Ruth Morgan | children.contactName;
    Notfallnummer | 07700 900301 | children.contactPhone; Allergien / Krankheiten | keine | children.health;
    Offener Betrag | 12,50 | balance`,
  'A French association (club)': `
    Nom | Novak | child1.last; Prénom | Mia | child1.first; Né(e) le | 03/04/2018 | child1.born; Sexe | F | -;
    Responsable légal | Ana Novak | adult1.name; Courriel | ana@example.com | adult1.email;
    Portable | 07700 900101 | adult1.phone; Personne à prévenir | Ruth Morgan | children.contactName;
    Tél. urgence | 07700 900301 | children.contactPhone; Allergies | aucune | children.health; Solde | 25,00 | balance;
    Certificat médical | Oui | -`,
  'A Spanish school (escuela)': `
    Nombre | Mia | child1.first; Apellidos | Novak Ruiz | child1.last; Fecha de nacimiento | 03/04/2018 | child1.born;
    Nombre de la madre | Ana Novak | adult1.name; Teléfono madre | 07700 900101 | adult1.phone;
    Correo electrónico madre | ana@example.com | adult1.email; Nombre del padre | Leo Novak | adult2.name;
    Móvil padre | 07700 900102 | adult2.phone; Alergias | frutos secos | children.health;
    Contacto de emergencia | Ruth Morgan | children.contactName; Saldo pendiente | 10,00 | balance; DNI | X1234567 | -`,
  'An Italian club (società)': `
    Nome | Mia | child1.first; Cognome | Novak | child1.last; Data di nascita | 03/04/2018 | child1.born;
    Codice fiscale | NVKMIA18D43H501X | -; Genitore | Ana Novak | adult1.name; Email genitore | ana@example.com | adult1.email;
    Cellulare genitore | 07700 900101 | adult1.phone; Allergie e intolleranze | nessuna | children.health; Quota | 100 | -`,
  'A Dutch club (vereniging)': `
    Roepnaam | Mia | child1.first; Tussenvoegsel | van | -; Achternaam | Novak | child1.last;
    Geboortedatum | 03-04-2018 | child1.born; Naam ouder | Ana Novak | adult1.name;
    E-mailadres ouder | ana@example.com | adult1.email; Mobiel ouder 1 | 07700 900101 | adult1.phone;
    Mobiel ouder 2 | 07700 900102 | adult2.phone; Telefoon bij nood | 07700 900301 | children.contactPhone;
    Medische bijzonderheden | geen | children.health; Lidnummer | ABC123 | -; Openstaand bedrag | 15,00 | balance`,
  'An owner’s own list (spreadsheet)': `
    Child | Mia Novak | child1.name; Birthday | 3/4/18 | child1.born; Mum | Ana | adult1.name;
    Mum's mobile | 07700 900101 | adult1.phone; Dad | Leo | adult2.name; Dad's email | leo@example.com | adult2.email;
    Owes | £20 | balance; Anything we should know | EpiPen | -; Zorbax | x | -`,
};

/** Systems that were not looked at while the tables of words were made. */
export const laterSystems: Readonly<Record<string, string>> = {
  'Pitchero (club)': `
    First Name | Mia | child1.first; Surname | Novak | child1.last; Email | ana@example.com | ?; Mobile | 07700 900101 | ?;
    DOB | 23/04/2018 | child1.born; Parent 1 Name | Ana Novak | adult1.name; Parent 1 Email | ana@example.com | adult1.email;
    Parent 1 Mobile | 07700 900101 | adult1.phone; Parent 2 Name | Leo Novak | adult2.name;
    Parent 2 Mobile | 07700 900102 | adult2.phone; Emergency Name | Ruth Morgan | children.contactName;
    Emergency Number | 07700 900301 | children.contactPhone; Medical Notes | Asthma | children.health;
    Membership Package | Junior | -; Team(s) | U8 | -`,
  'UltraCamp (camp)': `
    Account Number | 55221 | -; Primary Contact | Ana Novak | adult1.name;
    Primary Contact Email | ana@example.com | adult1.email; Primary Contact Cell Phone | 07700 900101 | adult1.phone;
    Secondary Contact | Leo Novak | adult2.name; Secondary Contact Phone | 07700 900102 | adult2.phone;
    Camper Name | Novak, Mia | child1.name; Camper Birth Date | 04/23/2018 | child1.born; Camper Grade | 3 | -;
    Dietary Needs | Vegetarian | children.health; Medications | Inhaler | children.health; Physician Name | Dr Patel | -;
    Physician Phone | 020 7946 0999 | -; Insurance Carrier | Northern | -; Balance Due | 100.00 | balance; Session | Week 3 | -`,
  'MGVO (German club)': `
    Mitgliedsnr. | 815 | -; Vorname | Mia | child1.first; Nachname | Novak | child1.last;
    Geburtsdatum | 23.04.2018 | child1.born; Straße | Hauptstr. 1 | -; PLZ | 10115 | -; Telefon1 | 030 123456 | adult1.phone;
    Mobiltel. 1 | 07700 900101 | adult1.phone; Mobiltel. 2 | 07700 900102 | ?; E-Mail | ana@example.com | adult1.email;
    Kontoinhaber | Ana Novak | adult1.name; Verbandsnr. | 4455 | -; Newsletter-Zustimmung | ja | -;
    Gesetzlicher Vertreter 2 | Leo Novak | adult2.name`,
  // https://support.parent.cloud/en/articles/10242-bulk-import-children-and-staff-data
  'Parent.cloud (nursery)': `
    Child’s full name* | Mia Novak | child1.name; Child’s class name* | Bees | -;
    Child’s date of birth* | 23/04/2018 | child1.born; Child’s parent 1 Name | Ana Novak | adult1.name;
    Child’s Parent1 email or/and phone number | ana@example.com | ?; Child’s parent2 Name | Leo Novak | adult2.name;
    Child’s Parent2 email or/and phone number | leo@example.com | ?`,
  // The export of a program, in a public repository.
  'A French agency (contacts)': `
    Prénom | Mia | child1.first; Nom | Novak | child1.last; Genre | F | -; Date de naissance | 23/04/2018 | child1.born;
    Âge | 8 | -; Téléphone | 07700 900101 | adult1.phone; Email | ana@example.com | adult1.email; Adresse | 1 rue Haute | -;
    Nationalité | FR | -; Région | Centre | -; Département | 45 | -; Contact d'urgence | Ruth Morgan | children.contactName;
    Téléphone d'urgence | 07700 900301 | children.contactPhone; Passeport | 12AB34567 | -;
    Expiration passeport | 01/01/2030 | -; Montant total dépensé | 120,00 | -; Statut | actif | -;
    Date création | 01/01/2025 | -`,
};

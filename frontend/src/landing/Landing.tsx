import { formatDollars, NEW_ACCOUNT_READER_RATE_CENTS } from '@portal/domain/values';
import { renderToString } from 'react-dom/server';
import { SECOND_FACTOR_PAGE } from '../shared/guard.ts';
import { ContactForm } from './ContactForm.tsx';
import { company, features, questions, steps } from './content.ts';
import { Illustration } from './Illustration.tsx';
import { SiteHeader } from './SiteHeader.tsx';

/** The first button by who sees it, as the header's links; the script shows users theirs. */
const STARTS = [
  { who: 'visitor', to: '/register', label: 'Become a Dealer' },
  { who: 'user', to: '/dealer-dashboard', label: 'Go to your dashboard' },
  { who: 'admin', to: '/admin-dashboard', label: 'Go to the admin dashboard' },
  { who: 'pending', to: '/dealer-approval-pending', label: 'See your approval status' },
  { who: 'secondFactor', to: SECOND_FACTOR_PAGE, label: 'Set up two-step verification' },
] as const;

function Hero() {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="wrap hero-grid">
        <div>
          <p className="eyebrow">For security dealers</p>
          <h1 id="hero-title">Access control, hosted for the sites you look after</h1>
          <p className="lead">
            Connect Keyscan-style panels to a service we run day and night. No server on site, no contract
            term: one price per reader per month, and every invoice explains itself.
          </p>
          <p className="actions">
            {STARTS.map(({ who, to, label }) => (
              <a key={who} className="button" data-for={who} href={to} hidden={who !== 'visitor'}>
                {label}
              </a>
            ))}
            <a className="button ghost" href="#features">
              See what is included
            </a>
          </p>
          <ul className="promises">
            <li>From {formatDollars(NEW_ACCOUNT_READER_RATE_CENTS)} a reader per month</li>
            <li>No registration fees</li>
            <li>Month to month</li>
            <li>Free technical support</li>
          </ul>
        </div>
        <Illustration />
      </div>
    </section>
  );
}

function Features() {
  return (
    <section id="features" className="band" aria-labelledby="features-title">
      <div className="wrap">
        <h2 id="features-title">What every site gets</h2>
        <p className="section-lead">
          Everything a modern access control system needs, without the server room.
        </p>
        <ul className="feature-grid">
          {features.map((feature) => (
            <li key={feature.title}>
              <svg className="feature-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d={feature.icon} />
              </svg>
              <h3>{feature.title}</h3>
              <p>{feature.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Steps() {
  return (
    <section id="steps" className="band plain" aria-labelledby="steps-title">
      <div className="wrap">
        <h2 id="steps-title">Three steps to your first site</h2>
        <ol className="feature-grid steps">
          {Object.entries(steps).map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <img
          className="picture"
          src="/invoice.jpg"
          alt="An invoice in the portal: each line has its readers, its rate and amount, and why it costs that."
          width="1440"
          height="900"
          loading="lazy"
        />
      </div>
    </section>
  );
}

function UpgradeBanner() {
  return (
    <section className="upgrade" aria-labelledby="upgrade-title">
      <div className="wrap upgrade-row">
        <div>
          <h2 id="upgrade-title">Still on System VII?</h2>
          <p>
            Support for the old version ended June 30, 2021. Bring your sites over with panels and cardholders
            in place.
          </p>
        </div>
        <a className="button light" data-for="visitor" href="/register">
          Become a Dealer to Migrate
        </a>
        <a className="button light" data-for="user" href="/site-migration" hidden>
          Migrate a site
        </a>
      </div>
    </section>
  );
}

function Faq() {
  return (
    <section id="faq" className="band plain" aria-labelledby="faq-title">
      <div className="wrap narrow" itemScope itemType="https://schema.org/FAQPage">
        <h2 id="faq-title">Frequently asked questions</h2>
        {Object.entries(questions).map(([question, answer]) => (
          <details key={question} itemScope itemProp="mainEntity" itemType="https://schema.org/Question">
            <summary itemProp="name">{question}</summary>
            <div itemScope itemProp="acceptedAnswer" itemType="https://schema.org/Answer">
              <p itemProp="text">{answer}</p>
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}

function Contact() {
  return (
    <section id="contact" className="band" aria-labelledby="contact-title">
      <div className="wrap contact-grid">
        <div>
          <h2 id="contact-title">Talk to us</h2>
          <p className="section-lead">
            Questions about becoming a dealer, a new site or a migration? Write or call.
          </p>
          <address itemScope itemType="https://schema.org/Organization">
            <meta itemProp="name" content={company.name} />
            <span itemProp="address">{company.address}</span>
            <a itemProp="telephone" href={`tel:${company.phone}`}>
              {company.phone}
            </a>
            <a itemProp="email" href={`mailto:${company.email}`}>
              {company.email}
            </a>
          </address>
        </div>
        <div id="contact-form">
          <ContactForm />
        </div>
      </div>
    </section>
  );
}

function Footer() {
  return (
    <footer className="site-footer">
      <div className="wrap footer-grid">
        <div>
          <h2>Service</h2>
          <ul>
            <li>
              <a href="/#features">Features</a>
            </li>
            <li data-for="visitor">
              <a href="/register">Become a dealer</a>
            </li>
            <li data-for="visitor">
              <a href="/login">Dealer Login</a>
            </li>
          </ul>
        </div>
        <div>
          <h2>Resources</h2>
          <ul>
            <li>
              <a href="/#faq">FAQ</a>
            </li>
            <li>
              <a href="/resources">Dealer Resources</a>
            </li>
          </ul>
        </div>
        <div>
          <h2>Contact</h2>
          <ul>
            <li>{company.address}</li>
            <li>
              <a href={`tel:${company.phone}`}>{company.phone}</a>
            </li>
            <li>
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </li>
          </ul>
        </div>
      </div>
      <p className="wrap copyright">
        © <span data-year>%YEAR%</span> {company.name}. All rights reserved.
      </p>
    </footer>
  );
}

/** The landing page (/), rendered to HTML at build time; only the contact form is hydrated. */
export function Landing() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main">
        <Hero />
        <Features />
        <Steps />
        <UpgradeBanner />
        <Faq />
        <Contact />
      </main>
      <Footer />
    </>
  );
}

/** HTML of the landing page, made at build time. */
export function prerenderLanding(): string {
  return renderToString(<Landing />);
}

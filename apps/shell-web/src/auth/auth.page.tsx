import { CookieNotice, useCurrentUser, usePageTitle } from '@shop/web-kit';
import { Card, PageColumn } from '@shop/web-ui';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { RegisterForm } from './register-form.js';
import { SidePanel } from './side-panel.js';
import { SignInForm } from './sign-in-form.js';

const TEXTS = {
  'sign-in': {
    heading: 'Welcome Back',
    text: 'Sign in to your designs, your cart and your orders.',
    ask: 'New here?',
    change: 'Create an account',
    to: '/auth?mode=register',
  },
  register: {
    heading: 'Create Account',
    text: 'Your cart and your artwork come along.',
    ask: 'Already have an account?',
    change: 'Sign in',
    to: '/auth',
  },
} as const;

/** The mode is in the URL, so a reload keeps it. */
export default function AuthPage() {
  const mode = useSearchParams()[0].get('mode') === 'register' ? 'register' : 'sign-in';
  const { user } = useCurrentUser();
  const texts = TEXTS[mode];
  usePageTitle(texts.heading);
  if (user) return <Navigate to="/" replace />;

  return (
    <PageColumn className="grid items-stretch gap-8 lg:grid-cols-2">
      <Card className="p-6 sm:p-10">
        <h1 className="text-4xl font-extrabold tracking-tight">{texts.heading}</h1>
        <p className="mt-2 mb-8 text-lg text-balance text-muted-foreground">{texts.text}</p>
        <CookieNotice className="mb-6" />
        {mode === 'sign-in' ? <SignInForm /> : <RegisterForm />}
        <p className="mt-6 flex flex-wrap items-center gap-x-2 text-muted-foreground">
          {texts.ask}
          <Link
            to={texts.to}
            className="inline-flex min-h-11 items-center rounded-md font-semibold text-primary-text underline decoration-2 underline-offset-4"
          >
            {texts.change}
          </Link>
        </p>
      </Card>
      <SidePanel />
    </PageColumn>
  );
}

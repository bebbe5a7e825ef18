import { zodResolver } from '@hookform/resolvers/zod';
import { loginRequestSchema, registerRequestSchema, type RegisterRequest } from '@shop/contracts-identity';
import {
  CookieNotice,
  toast,
  useCurrentUser,
  usePageTitle,
  useRegister,
  useSignIn,
  useSingleFlight,
  getErrorMessage,
} from '@shop/web-kit';
import { Button, Card, Field, Input, PageColumn, FormError } from '@shop/web-ui';
import { Blocks, Circle, Shapes, Zap } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';

const STYLES = [
  { name: 'Cyberpunk', text: 'Neon edges after dark', Icon: Zap, ground: 'bg-lilac' },
  { name: 'Modern', text: 'Bold, flat color', Icon: Blocks, ground: 'bg-butter' },
  { name: 'Minimalistic', text: 'A few quiet lines', Icon: Circle, ground: 'bg-mint' },
  { name: 'Abstract', text: 'Shapes at play', Icon: Shapes, ground: 'bg-peach' },
];

/** Introduces the product and its four styles. */
function SidePanel() {
  return (
    <aside
      aria-labelledby="side-panel"
      className="flex flex-col justify-between gap-10 rounded-card bg-deep p-6 text-deep-foreground sm:p-10"
    >
      <div>
        <h2 id="side-panel" className="text-3xl font-extrabold tracking-tight sm:text-4xl">
          One photo. Four ways to see your pet.
        </h2>
        <p className="mt-4 text-lg text-deep-muted">
          Pick a style, put the artwork on a shirt, a hoodie, a phone case or a tag, and we print and ship it.
        </p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {STYLES.map(({ name, text, Icon, ground }) => (
          <li key={name} className={`flex items-center gap-4 rounded-card ${ground} p-4 text-tint-foreground`}>
            <Icon aria-hidden className="size-7 shrink-0" />
            <span>
              <span className="block font-display text-lg leading-tight font-bold">{name}</span>
              <span className="text-sm">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}

function SignInForm() {
  const navigate = useNavigate();
  const signIn = useSignIn();
  const signInOnce = useSingleFlight(signIn);
  const form = useForm({ resolver: zodResolver(loginRequestSchema), defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;

  const submit = form.handleSubmit((credentials) =>
    signInOnce(credentials, {
      onSuccess: ({ email }) => {
        toast({ title: 'Welcome back!', description: `Logged in as ${email}` });
        void navigate('/');
      },
      onError: (error) => toast({ title: 'Login failed', description: error.message, variant: 'destructive' }),
    }),
  );

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Link
        to="/forgot-password"
        className="inline-flex min-h-11 items-center self-start rounded-md font-semibold text-primary-text underline-offset-4 hover:underline"
      >
        Forgot password?
      </Link>
      <FormError message={signIn.error && getErrorMessage(signIn.error)} />
      <Button type="submit" size="lg" disabledFocusable={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}

/** The API accepts no empty names. */
const omitEmptyNames = ({ firstName, lastName, ...account }: RegisterRequest): RegisterRequest => ({
  ...account,
  ...(firstName ? { firstName } : {}),
  ...(lastName ? { lastName } : {}),
});

function RegisterForm() {
  const navigate = useNavigate();
  const register = useRegister();
  const registerOnce = useSingleFlight(register);
  const form = useForm({
    resolver: zodResolver(registerRequestSchema),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit((account) =>
    registerOnce(omitEmptyNames(account), {
      onSuccess: ({ email }) => {
        toast({ title: 'Account created!', description: `Welcome, ${email}` });
        void navigate('/');
      },
      onError: (error) => toast({ title: 'Registration failed', description: error.message, variant: 'destructive' }),
    }),
  );

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName?.message}>
          <Input autoComplete="given-name" {...form.register('firstName')} />
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          <Input autoComplete="family-name" {...form.register('lastName')} />
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message} hint="Must be at least 8 characters">
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      <FormError message={register.error && getErrorMessage(register.error)} />
      <Button type="submit" size="lg" disabledFocusable={register.isPending}>
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}

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

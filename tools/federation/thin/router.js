/** The used exports of react-router-dom, which re-exports this package. */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavigationType,
  NavLink,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-source';

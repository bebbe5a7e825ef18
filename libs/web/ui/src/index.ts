export { Button, type ButtonProps } from './actions/button.js';
export { cn } from './cn.js';
export { Notice, Skeleton, PageSkeleton, Spinner, EmptyState, ErrorState } from './feedback/states.js';
export { Stars } from './feedback/stars.js';
export { FormError, FormErrorBox } from './forms/form-error.js';
export { Field, Input, Label, QuantityControl, Select, Slider, Textarea } from './forms/forms.js';
export { LoadMore } from './lists/load-more.js';
export { Tooltip, TooltipProvider } from './overlays/tooltip.js';
export { getPageState, getPageStore, usePageStore } from './page-state.js';
export { Picture, usePicture } from './pictures/picture.js';
export { AppScope, useAppScope } from './surfaces/app-scope.js';
export {
  Badge,
  type BadgeVariant,
  Card,
  CardContent,
  CardHeader,
  CardTitle,
  PageColumn,
  PageHeading,
  StatusBadge,
} from './surfaces/surfaces.js';

export { Button, type ButtonProps } from './actions/button.js';
export { cn } from './cn.js';
export { Skeleton, PageSkeleton } from './feedback/skeleton.js';
export { Spinner } from './feedback/spinner.js';
export { EmptyState, ErrorState } from './feedback/states.js';
export { Toaster } from './feedback/toaster.js';
export { Input, Select, Textarea } from './forms/controls.js';
export { Field, Label } from './forms/field.js';
export { QuantityControl } from './forms/quantity-control.js';
export { Slider } from './forms/slider.js';
export { Dialog, DialogClose, DialogContent, DialogTrigger } from './overlays/dialog.js';
export {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from './overlays/dropdown-menu.js';
export { Tooltip, TooltipProvider } from './overlays/tooltip.js';
export { Picture } from './pictures/picture.js';
export { AppScope } from './surfaces/app-scope.js';
export { Badge, type BadgeVariant } from './surfaces/badge.js';
export { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from './surfaces/card.js';
export { PageColumn, PageHeading } from './surfaces/page-heading.js';
export { StatusBadge } from './surfaces/status-badge.js';
export { Tabs, TabsContent, TabsList, TabsTrigger } from './surfaces/tabs.js';

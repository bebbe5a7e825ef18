import { saveCutOut } from '@shop/contracts-art/routes';
import { api, ApiError, getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, cn, EmptyState, Skeleton, Slider, Spinner } from '@shop/web-ui';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { Brush, Check, Eraser, Plus, RotateCcw, SwatchBook, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { encodeMask, loadCutOut, loadMask } from '../cut-out/load-cut-out.js';
import { createMaskEditor, type MaskEditor } from '../cut-out/mask-editor.js';
import { isEmptyMask, type Edit, type PhotoPixels, type Point } from '../cut-out/mask.js';
import type { Pet } from '../pets-state.js';
import { usePetCutOut } from '../use-pet-cut-out.js';
import { MaskCanvas } from './mask-canvas.js';

interface Props<Value extends string> {
  label: string;
  tools: readonly {
    readonly value: Value;
    readonly label: string;
    readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** Buttons of which one is pressed. */
function ToolGroup<Value extends string>({ label, tools, chosen, onChoose }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className="flex">
      {tools.map(({ value, label: name, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={cn(
            'relative -ml-0.5 inline-flex min-h-11 cursor-pointer items-center gap-2 border-2 px-4 font-semibold first:ml-0 first:rounded-l-full last:rounded-r-full focus-visible:z-10',
            value === chosen
              ? 'z-[1] border-primary bg-peach text-tint-foreground'
              : 'border-border-strong bg-card hover:bg-muted',
          )}
        >
          <Icon aria-hidden className="size-4.5" />
          {name}
        </button>
      ))}
    </div>
  );
}

/** The server's words for the same error. */
const EMPTY = 'Please leave a part of your pet to draw.';

const EDITS = [
  { value: 'add', label: 'Add', icon: Plus },
  { value: 'remove', label: 'Remove', icon: Eraser },
] as const;
const SHAPES = [
  { value: 'brush', label: 'Brush', icon: Brush },
  { value: 'area', label: 'Area', icon: SwatchBook },
] as const;
type Shape = (typeof SHAPES)[number]['value'];

const NOTICES: Record<Shape, Record<Edit, string>> = {
  brush: { add: 'Added with the brush.', remove: 'Removed with the brush.' },
  area: { add: 'The area is added.', remove: 'The area is removed.' },
};
/** The stroke may have gone through a paw. */
const CUT_OFF = 'Removed with the brush, with the small part that it cut off. Undo brings both back.';
const NOTHING: Record<Edit, string> = {
  add: 'This area is drawn already.',
  remove: 'This area is left out already.',
};

interface CutOutBrushProps {
  uploadId: string;
  photo: PhotoPixels;
  editor: MaskEditor;
  /** Null: the automatic cut-out is used again. */
  onDone: (cutOutId: string | null) => void;
  onCancel: () => void;
}

/** Corrects a cut-out by brush, or by tapping areas of similar colour. */
function CutOutBrush({ uploadId, photo, editor, onDone, onCancel }: CutOutBrushProps) {
  const [edit, setEdit] = useState<Edit>('remove');
  const [shape, setShape] = useState<Shape>('brush');
  const [brushPercent, setBrushPercent] = useState(6);
  const [similarityPercent, setSimilarityPercent] = useState(12);
  const [notice, setNotice] = useState('');
  const [revision, setRevision] = useState(0);
  const [isEmpty, setIsEmpty] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.querySelector('canvas')?.focus();
  }, []);

  const upload = useMutation({
    mutationFn: async () => {
      // The mask is the PNG's alpha channel.
      const file = new File([await encodeMask(editor.mask)], 'cut-out.png', { type: 'image/png' });
      return api.upload(saveCutOut, file, { params: { id: uploadId } });
    },
    onSuccess: ({ id }) => onDone(id),
  });
  const save = useSingleFlight(upload);
  const announce = (text: string): void => {
    setNotice(text);
    setIsEmpty(false);
    setRevision((current) => current + 1);
  };
  const changeArea = (point: Point): void =>
    announce(editor.changeRegion(point, edit, similarityPercent / 100) ? NOTICES.area[edit] : NOTHING[edit]);
  const undo = (): void => {
    if (!editor.canUndo()) return;
    editor.undo();
    announce('The last change is undone.');
  };
  const handleDone = (): void => {
    if (isEmptyMask(editor.mask)) setIsEmpty(true);
    else if (editor.isAutomatic()) onDone(null);
    else if (!editor.canUndo()) onCancel();
    else save();
  };
  const error = isEmpty ? EMPTY : upload.error && getSaveError(upload.error);

  return (
    <div ref={container} role="group" aria-label="Correct the cut-out" className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <ToolGroup label="What the tool does" tools={EDITS} chosen={edit} onChoose={setEdit} />
        <ToolGroup label="Tool" tools={SHAPES} chosen={shape} onChoose={setShape} />
        <div className="flex gap-2">
          <Button variant="ghost" disabledFocusable={!editor.canUndo()} onClick={undo}>
            <Undo2 aria-hidden />
            Undo
          </Button>
          <Button
            variant="ghost"
            disabledFocusable={editor.isAutomatic()}
            onClick={() => {
              editor.reset();
              announce('Back to the automatic cut-out.');
            }}
          >
            <RotateCcw aria-hidden />
            Reset
          </Button>
        </div>
      </div>
      <MaskCanvas
        photo={photo}
        editor={editor}
        revision={revision}
        brushRadius={shape === 'brush' ? getBrushRadius(editor, brushPercent) : null}
        onLine={(line) => editor.paint(line, edit)}
        onStrokeEnd={() => {
          announce(editor.endStroke() ? CUT_OFF : NOTICES.brush[edit]);
        }}
        onStrokeCancel={() => {
          editor.undo();
          setRevision((current) => current + 1);
        }}
        onAreaChosen={changeArea}
        onUndo={undo}
      />
      <p role="status" className="text-sm text-muted-foreground">
        {notice || getHint(shape, edit)}
      </p>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="w-full max-w-sm">
          {shape === 'brush' ? (
            <Slider label="Brush size" value={brushPercent} min={1} max={20} step={1} onChange={setBrushPercent} />
          ) : (
            <Slider
              label="Range of colors"
              value={similarityPercent}
              min={2}
              max={40}
              step={1}
              format={(value) => `${value}%`}
              onChange={setSimilarityPercent}
            />
          )}
        </div>
        <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button disabledFocusable={upload.isPending} onClick={handleDone}>
            {upload.isPending ? <Spinner /> : <Check aria-hidden />}
            {upload.isPending ? 'Saving…' : 'Done'}
          </Button>
        </div>
      </div>
      {error && (
        <p role="alert" className="font-semibold text-pretty text-destructive-text">
          {error}
        </p>
      )}
    </div>
  );
}

/** The size is a diameter, in percent of the photo's long side. */
const getBrushRadius = ({ mask }: MaskEditor, percent: number): number =>
  (Math.max(mask.width, mask.height) * percent) / 200;

const getHint = (shape: Shape, edit: Edit): string =>
  shape === 'brush'
    ? edit === 'add'
      ? 'Paint over what should be drawn.'
      : 'Paint over what should be left out. A small part that a stroke cuts off, such as a ball, goes too.'
    : `Tap an area of one color to ${edit === 'add' ? 'draw it' : 'leave it out'}.`;

/** The server's reason, in words for people. */
function getSaveError(error: Error): string {
  if (error instanceof ApiError && (error.status >= 500 || error.userMessage.includes('<')))
    return 'The shop can’t save your correction right now. Nothing is lost: please try again in a moment.';
  return getErrorMessage(error);
}

const SIDE_PX = 1024;

interface CutOutEditorProps {
  pet: Pet;
  /** Null: the automatic cut-out is used again. */
  onDone: (cutOutId: string | null) => void;
  onCancel: () => void;
}

async function openCutOut(photoUrl: string, maskUrl: string, automaticUrl: string) {
  const { photo, mask } = await loadCutOut(photoUrl, maskUrl, SIDE_PX);
  const automatic = automaticUrl === maskUrl ? mask : await loadMask(automaticUrl, mask);
  return { photo, editor: createMaskEditor(photo, mask, automatic) };
}

/** Loads photo and masks, and lets the customer correct the cut-out. */
export function CutOutEditor({ pet: { photo, cutOutId }, onDone, onCancel }: CutOutEditorProps) {
  const cutOut = usePetCutOut({ photo, cutOutId });
  const urls = cutOut.state === 'found' ? ([cutOut.maskUrl, cutOut.automatic.maskUrl] as const) : null;
  const opened = useQuery({
    queryKey: ['edited cut-out', photo.url, urls],
    queryFn: urls ? () => openCutOut(photo.url, ...urls) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (opened.isError || photo.id === null)
    return (
      <EmptyState
        title="The cut-out can’t be shown right now."
        text="Your artwork is drawn anyway."
        action={
          <Button variant="outline" onClick={onCancel}>
            Back
          </Button>
        }
      />
    );
  if (!opened.data) return <Skeleton className="aspect-4/3 w-full rounded-card" />;
  return (
    <CutOutBrush
      uploadId={photo.id}
      photo={opened.data.photo}
      editor={opened.data.editor}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}

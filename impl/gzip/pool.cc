#include "impl/gzip/pool.h"

#include <span>
#include <utility>

#include "impl/gzip/memory_body.h"

namespace allocstat::gzip {
namespace {

// Numbers threads as they first come here. Two that share a slot only displace each other's
// readers.
size_t slot_of_this_thread() {
  static std::atomic<size_t> threads{0};
  // No destructor and a constant initialiser: a thread that comes and goes allocates nothing.
  static thread_local size_t number = 0;
  if (number == 0) number = threads.fetch_add(1, std::memory_order_relaxed) + 1;
  return number % Pool::slots;
}

std::unique_ptr<Reader> take_from(std::atomic<Reader*>& slot) {
  // The exchange is the costly part; a look first leaves empty slots alone.
  if (slot.load(std::memory_order_relaxed) == nullptr) return nullptr;
  return std::unique_ptr<Reader>(slot.exchange(nullptr, std::memory_order_acq_rel));
}

// Reads a member of one zero byte: input buffer, zlib's state and its window are there afterwards.
bool warm(Reader& reader) {
  static constexpr unsigned char member[] = {0x1f, 0x8b, 8,    0,    0,    0,    0, 0, 0, 255, 0x63,
                                             0,    0,    0x8d, 0xef, 0x02, 0xd2, 1, 0, 0, 0};
  MemoryBody source(std::as_bytes(std::span(member)));
  std::byte zero;
  return reader.open(source).ok() && reader.read({&zero, 1}).outcome.code == Code::eof;
}

}  // namespace

Pool::Pool(size_t max_idle) : max_idle_(max_idle) {
  overflow_.reserve(max_idle);
}

Pool::~Pool() {
  for (Slot& slot : slots_) take_from(slot.reader);
}

std::unique_ptr<Reader> Pool::take() {
  if (auto reader = take_from(slots_[slot_of_this_thread()].reader)) return reader;
  {
    const std::lock_guard lock(mutex_);
    if (!overflow_.empty()) {
      auto reader = std::move(overflow_.back());
      overflow_.pop_back();
      return reader;
    }
  }
  for (Slot& slot : slots_) {
    if (auto reader = take_from(slot.reader)) return reader;
  }
  return make();
}

void Pool::put(std::unique_ptr<Reader> reader) {
  if (!reader) return;
  reader->detach();
  std::atomic<Reader*>& slot = slots_[slot_of_this_thread()].reader;
  std::unique_ptr<Reader> displaced(slot.exchange(reader.release(), std::memory_order_acq_rel));
  if (displaced) put_in_overflow(std::move(displaced));
}

bool Pool::reserve(size_t n) {
  if (n > max_idle_) return false;
  for (Slot& slot : slots_) {
    if (auto reader = take_from(slot.reader)) put_in_overflow(std::move(reader));
  }
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (overflow_.size() >= n) return true;
    }
    auto reader = make();
    if (!reader || !warm(*reader)) return false;
    reader->detach();
    put_in_overflow(std::move(reader));
  }
}

std::unique_ptr<Reader> Pool::make() {
  auto reader = Reader::make();
  if (reader) made_.fetch_add(1, std::memory_order_relaxed);
  return reader;
}

void Pool::put_in_overflow(std::unique_ptr<Reader> reader) {
  const std::lock_guard lock(mutex_);
  if (overflow_.size() < max_idle_) {
    overflow_.push_back(std::move(reader));
  }
  // Without a place the argument is destroyed by the caller, after the lock.
}

Pool& shared_pool() {
  static Pool& pool = *new Pool;
  return pool;
}

}  // namespace allocstat::gzip

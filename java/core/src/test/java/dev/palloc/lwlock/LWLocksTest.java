package dev.palloc.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.AlignmentPolicy;
import dev.palloc.shmem.SharedArena;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets of locks, their tranches and participants, and what is found by others who share the arena. */
@Timeout(300)
class LWLocksTest {
    private final LockFixture fixture = new LockFixture();
    private final LWLocks locks = fixture.locks;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void participantsHaveTheNumbersFromZeroAndGiveThemBack() {
        Set<Integer> numbers = new HashSet<>();
        List<Participant> all = new ArrayList<>();
        for (int i = 0; i < LockFixture.PARTICIPANTS; i++) {
            all.add(locks.join());
            numbers.add(all.get(i).number());
        }
        assertThat(numbers).hasSize(LockFixture.PARTICIPANTS).allMatch(number -> number >= 0 && number < 64);
        assertThat(locks.participants()).isEqualTo(64);
        assertThatExceptionOfType(MemoryExhaustedException.class)
                .isThrownBy(locks::join)
                .withMessage(
                        "all 64 participants of the lightweight locks \"test locks\" are taken: close those that are"
                                + " done, or open the set with more");

        all.get(17).close();
        assertThat(locks.participants()).isEqualTo(63);
        assertThat(locks.join().number()).isEqualTo(all.get(17).number());
    }

    @Test
    void aParticipantThatLeavesReleasesWhatItHolds() {
        Participant participant = locks.join();
        fixture.lock.acquire(participant, SHARED);
        fixture.lock.acquire(participant, SHARED);
        participant.close();
        fixture.assertAtRest();
        assertThat(locks.participants()).isZero();
    }

    @Test
    void aParticipantTellsWhatItHolds() {
        Participant participant = locks.join();
        long first = fixture.tranche.lock(0).address();
        assertThat(participant.holdsAnyOf(first, 8, 128)).isFalse();
        fixture.tranche.lock(7).acquire(participant, SHARED);
        assertThat(participant.holdsAnyOf(first, 8, 128)).isTrue();
        assertThat(participant.holdsAnyOf(first, 7, 128)).isFalse();
        assertThat(participant.holdsAnyOf(first, 0, 128)).isFalse();
        assertThat(participant.holdsAnyOf(first + 64, 8, 128)).isFalse();
        assertThat(participant.toString()).isEqualTo("participant 0 of test locks, holds 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> participant.holdsAnyOf(first, -1, 128))
                .withMessage("-1 locks 128 bytes apart: a count is at least 0, a stride at least 1");
        assertThatIllegalArgumentException().isThrownBy(() -> participant.holdsAnyOf(first, 1, 0));
    }

    /** A second handle of the arena stands for another process: it finds everything by names and numbers. */
    @Test
    void whoAttachesFindsTheSameLocks() throws Exception {
        Platform platform = Platform.get();
        try (SharedArena attached = SharedArena.attach(platform, fixture.arena.address())) {
            LWLocks again = LWLocks.open(attached, "test locks", LockFixture.PARTICIPANTS);
            LWLock same = again.tranche("rows", 8).lock(2);
            assertThat(same.address()).isEqualTo(fixture.lock.address());
            assertThat(again.existingTranche("rows").id()).isEqualTo(fixture.tranche.id());

            Participant here = locks.join();
            Participant there = again.join();
            assertThat(there.number()).isNotEqualTo(here.number());
            assertThat(again.participants()).isEqualTo(2);
            fixture.lock.acquire(here, EXCLUSIVE);
            assertThat(same.tryAcquire(there, SHARED)).isFalse();
            Future<Boolean> waiter = LockFixture.start(() -> same.acquire(there, EXCLUSIVE));
            fixture.awaitQueued(there);
            fixture.lock.release(here);
            assertThat(LockFixture.result(waiter)).isFalse();
            assertThat(fixture.lock.isHeldExclusively()).isTrue();
            same.release(there);
            there.close();
            fixture.assertAtRest();
        }
    }

    @Test
    void aSetThatExistsWithAnotherSizeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LWLocks.open(fixture.arena, "test locks", 65))
                .withMessageContaining("test locks");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.tranche("rows", 9))
                .withMessage("tranche \"rows\" exists with 8 locks, not 9: all who share it must agree");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 262_144, Integer.MAX_VALUE})
    void asManyParticipantsAsTheStateCanCount(int participants) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LWLocks.open(fixture.arena, "x", participants))
                .withMessage("lightweight locks \"x\" with " + participants + " participants: it must be 1 to 262143");
    }

    @Test
    void anArenaThatIsFullSaysSoAndKeepsWhatItHas() {
        assertThatExceptionOfType(MemoryExhaustedException.class)
                .isThrownBy(() -> LWLocks.open(fixture.arena, "too many", 100_000));
        assertThatExceptionOfType(MemoryExhaustedException.class).isThrownBy(() -> locks.tranche("too many", 100_000));
        assertThat(locks.tranche("too many", 4).size()).isEqualTo(4);
    }

    @Test
    void anArenaThatMisalignsStructuresIsRefused() {
        try (SharedArena crooked = SharedArena.create(Platform.get(), 1 << 20, AlignmentPolicy.misaligned(33))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> LWLocks.open(crooked, "x", 4))
                    .withMessageContaining("atomics need aligned memory");
        }
    }

    @Test
    void tranchesAreNumberedFrom95UntilTheTableIsFull() {
        assertThat(fixture.tranche.id()).isEqualTo(95);
        assertThat(fixture.lock.trancheName()).isEqualTo("rows");
        for (int i = 1; i < 256; i++) {
            Tranche tranche = locks.tranche("tranche " + i);
            assertThat(tranche.id()).isEqualTo(95 + i);
            assertThat(tranche.size()).isZero();
        }
        assertThat(locks.tranche("tranche 7").id()).isEqualTo(95 + 7);
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(MemoryExhaustedException.class)
                    .isThrownBy(() -> locks.tranche("one more"))
                    .withMessage("no room for the tranche \"one more\": there are 256 already; share some");
            assertThatExceptionOfType(MemoryExhaustedException.class).isThrownBy(() -> locks.tranche("one more", 4));
        }
        assertThat(locks.tranche("rows", 8).id()).isEqualTo(95);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a name that is longer than 47 bytes, which is all", "with\0zero"})
    void namesHaveLimits(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.tranche(name))
                .withMessage("a tranche named \"" + name + "\": a name has 1 to 47 bytes in UTF-8, none of them 0");
        assertThatIllegalArgumentException().isThrownBy(() -> locks.tranche(name, 3));
    }

    @Test
    void aNameOf47BytesInUtf8ComesBack() {
        String name = "\u00e4".repeat(23) + "x";
        Tranche tranche = locks.tranche(name);
        assertThat(locks.existingTranche(name).name()).isEqualTo(name);
        LWLock lock = tranche.initialize(fixture.arena.allocate(16));
        assertThat(lock.trancheName()).isEqualTo(name);
    }

    @Test
    void anUnknownTrancheIsNamedWithTheKnownOnes() {
        locks.tranche("others");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.existingTranche("row"))
                .withMessage("unknown tranche \"row\" in test locks: there are [rows, others]; make it by tranche(name,"
                        + " size)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.tranche("rows", 0))
                .withMessageContaining("rows");
    }

    @Test
    void aLockInAnotherStructure() {
        long structure = fixture.arena.initStruct("page table", 256, 128).address();
        Tranche pages = locks.tranche("pages");
        LWLock made = pages.initialize(structure + 32);
        LWLock found = locks.lockAt(structure + 32);
        assertThat(found.toString()).isEqualTo("lock pages at 0x" + Long.toHexString(structure + 32));
        Participant participant = locks.join();
        made.acquire(participant, EXCLUSIVE);
        assertThat(found.isHeldBy(participant, EXCLUSIVE)).isTrue();
        assertThat(RawMemory.getInt(structure + 36)).isEqualTo(LockFixture.AT_REST | 1 << 18);
    }

    @Test
    void anAddressWhereNoLockIs() {
        long structure = fixture.arena.initStruct("zeroes", 256, 128).address();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.lockAt(structure))
                .withMessage("no lock of test locks at address 0x" + Long.toHexString(structure)
                        + ": its tranche would be 0, known are 95 to 95; initialize it by its tranche first");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.lockAt(structure + 2))
                .withMessage("a lock at address 0x" + Long.toHexString(structure + 2)
                        + " is not aligned: it must be a multiple of 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.tranche.initialize(structure + 1))
                .withMessageContaining("multiple of 4");
        long end = fixture.arena.address() + fixture.arena.totalSize();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.tranche.initialize(end - 12))
                .withMessageContaining("is not in the");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.lockAt(fixture.arena.address() - 16))
                .withMessageContaining("is not in the");
    }
}
